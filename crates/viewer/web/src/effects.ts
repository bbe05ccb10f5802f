// What is drawn beside the scene itself: the outline of the selection, reflections of a floor, ambient occlusion.

import * as THREE from "three";
import { EffectComposer } from "three/examples/jsm/postprocessing/EffectComposer.js";
import { GTAOPass } from "three/examples/jsm/postprocessing/GTAOPass.js";
import { OutputPass } from "three/examples/jsm/postprocessing/OutputPass.js";
import { FullScreenQuad } from "three/examples/jsm/postprocessing/Pass.js";
import { RenderPass } from "three/examples/jsm/postprocessing/RenderPass.js";
import type { Item, World } from "./world";

/** A line about what is selected, also where other things hide it. */
export class Outline {
  private readonly mask = new THREE.WebGLRenderTarget(1, 1);
  private readonly scene = new THREE.Scene();
  private readonly white = new THREE.MeshBasicMaterial({ color: 0xffffff, side: THREE.DoubleSide, toneMapped: false, fog: false });
  private readonly quad: FullScreenQuad;
  private of: THREE.Group | null = null;

  constructor() {
    const material = new THREE.ShaderMaterial({
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      uniforms: { mask: { value: this.mask.texture }, texel: { value: new THREE.Vector2() }, colour: { value: new THREE.Color(0xffa630) } },
      vertexShader: "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
      fragmentShader: `varying vec2 at; uniform sampler2D mask; uniform vec2 texel; uniform vec3 colour;
        void main() {
          float own = texture2D(mask, at).r, near = 0.0;
          for (int i = 0; i < 12; i++) {
            float a = 6.2831853 * float(i) / 12.0;
            near = max(near, texture2D(mask, at + 2.5 * texel * vec2(cos(a), sin(a))).r);
          }
          gl_FragColor = vec4(colour, near * (1.0 - own));
          #include <colorspace_fragment>
        }`,
    });
    this.quad = new FullScreenQuad(material);
  }

  /** Marks some shapes; none: nothing is marked. */
  choose(world: World, of: ((i: Item) => boolean) | null): void {
    if (this.of) this.scene.remove(this.of);
    this.of = of ? world.copies(of, this.white) : null;
    if (this.of) this.scene.add(this.of);
  }

  /** How many shapes are marked. */
  get count(): number {
    return this.of?.children.length ?? 0;
  }

  draw(r: THREE.WebGLRenderer, camera: THREE.Camera, world: World): void {
    if (!this.of || this.of.children.length === 0) return;
    for (const m of this.of.children) {
      world.place(m.userData.item as Item, m.userData.local as THREE.Matrix4, m.matrix);
      m.matrixWorldNeedsUpdate = true;
    }
    const size = r.getDrawingBufferSize(new THREE.Vector2());
    if (this.mask.width !== size.x || this.mask.height !== size.y) this.mask.setSize(size.x, size.y);
    const uniforms = (this.quad.material as THREE.ShaderMaterial).uniforms;
    uniforms.texel.value.set(1 / size.x, 1 / size.y);
    const [colour, alpha] = [r.getClearColor(new THREE.Color()), r.getClearAlpha()];
    r.setClearColor(0, 0);
    r.setRenderTarget(this.mask);
    r.clear();
    r.render(this.scene, camera);
    r.setRenderTarget(null);
    r.setClearColor(colour, alpha);
    r.autoClear = false;
    this.quad.render(r);
    r.autoClear = true;
  }
}

/** A floor that reflects: the scene drawn from below it, mixed into its colour. */
export class Mirror {
  private readonly target = new THREE.WebGLRenderTarget(512, 512, { type: THREE.HalfFloatType });
  private readonly camera = new THREE.PerspectiveCamera();
  private readonly matrix = new THREE.Matrix4();
  private readonly on = { value: 0 };

  constructor(private readonly floor: Item) {
    const m = floor.look.material;
    const before = m.onBeforeCompile.bind(m);
    m.onBeforeCompile = (s, r) => {
      before(s, r);
      s.uniforms.mirror = { value: this.target.texture };
      s.uniforms.mirrorMatrix = { value: this.matrix };
      s.uniforms.mirrorAmount = this.on;
      s.vertexShader = s.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec4 vMirror; uniform mat4 mirrorMatrix;")
        .replace("#include <project_vertex>", "#include <project_vertex>\nvec4 mirrored = vec4(transformed, 1.0);\n#ifdef USE_INSTANCING\nmirrored = instanceMatrix * mirrored;\n#endif\nvMirror = mirrorMatrix * modelMatrix * mirrored;");
      s.fragmentShader = s.fragmentShader
        .replace("#include <common>", "#include <common>\nvarying vec4 vMirror; uniform sampler2D mirror; uniform float mirrorAmount;")
        .replace("#include <opaque_fragment>", "#include <opaque_fragment>\nif (mirrorAmount > 0.0 && vMirror.w > 0.0) gl_FragColor.rgb = mix(gl_FragColor.rgb, texture2DProj(mirror, vMirror).rgb, mirrorAmount);");
    };
    m.customProgramCacheKey = () => "mirror" + m.uuid;
    m.needsUpdate = true;
  }

  dispose(): void {
    this.target.dispose();
  }

  draw(r: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera, bodies: THREE.Matrix4[]): void {
    const g = this.floor.shape;
    const pose = bodies[g.body];
    const at = new THREE.Vector3(...g.pos).applyMatrix4(pose);
    const normal = new THREE.Vector3(0, 0, 1).applyQuaternion(new THREE.Quaternion(g.quat[1], g.quat[2], g.quat[3], g.quat[0])).transformDirection(pose);
    const eye = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
    this.on.value = 0;
    if (eye.clone().sub(at).dot(normal) <= 0) return;
    const flip = (p: THREE.Vector3) => p.addScaledVector(normal, -2 * p.clone().sub(at).dot(normal));
    const ahead = new THREE.Vector3(0, 0, -1).transformDirection(camera.matrixWorld).add(eye);
    const c = this.camera;
    c.position.copy(flip(eye.clone()));
    c.up.set(0, 1, 0).transformDirection(camera.matrixWorld).reflect(normal);
    c.lookAt(flip(ahead));
    c.projectionMatrix.copy(camera.projectionMatrix);
    c.projectionMatrixInverse.copy(camera.projectionMatrixInverse);
    c.updateMatrixWorld();
    this.matrix.set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1).multiply(c.projectionMatrix).multiply(c.matrixWorldInverse);
    const size = r.getDrawingBufferSize(new THREE.Vector2()).multiplyScalar(0.5).floor();
    if (this.target.width !== size.x || this.target.height !== size.y) this.target.setSize(size.x, size.y);
    const clip = r.clippingPlanes;
    r.clippingPlanes = [new THREE.Plane().setFromNormalAndCoplanarPoint(normal, at.clone().addScaledVector(normal, 1e-4))];
    const tone = r.toneMapping;
    r.toneMapping = THREE.NoToneMapping;
    r.setRenderTarget(this.target);
    r.clear();
    r.render(scene, c);
    r.setRenderTarget(null);
    r.toneMapping = tone;
    r.clippingPlanes = clip;
    this.on.value = Math.min(this.floor.look.reflectance, 0.9);
  }
}

/** Corners and gaps are darker, as they see less of the sky. */
export class Ambience {
  private composer: EffectComposer | null = null;
  private size = [0, 0, 0];

  private drawn: THREE.Camera | null = null;

  constructor(private readonly renderer: THREE.WebGLRenderer, private readonly scene: THREE.Scene) {}

  draw(camera: THREE.Camera, w: number, h: number, ratio: number): void {
    // its programs are made for one kind of camera
    if (this.composer && this.drawn !== camera) {
      this.composer.dispose();
      for (const p of this.composer.passes) p.dispose();
      this.composer = null;
      this.size = [0, 0, 0];
    }
    this.drawn = camera;
    if (!this.composer) {
      const target = new THREE.WebGLRenderTarget(1, 1, { type: THREE.HalfFloatType, samples: 4 });
      this.composer = new EffectComposer(this.renderer, target);
      this.composer.addPass(new RenderPass(this.scene, camera));
      const pass = new GTAOPass(this.scene, camera, 1, 1);
      pass.blendIntensity = 0.85;
      pass.updateGtaoMaterial({ radius: 0.12, distanceExponent: 1, thickness: 1, scale: 1, samples: 12, screenSpaceRadius: false });
      this.composer.addPass(pass);
      this.composer.addPass(new OutputPass());
    }
    if (this.size.join() !== [w, h, ratio].join()) {
      this.size = [w, h, ratio];
      this.composer.setPixelRatio(ratio);
      this.composer.setSize(w, h);
    }
    this.composer.render();
  }
}
