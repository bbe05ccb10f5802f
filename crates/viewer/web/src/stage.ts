// Renderer, lights, sky and cameras.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Scene } from "./types";

export type View = { kind: "free" } | { kind: "track"; body: number } | { kind: "fixed"; camera: number };

export class Stage {
  readonly scene = new THREE.Scene();
  readonly renderer: THREE.WebGLRenderer;
  readonly camera: THREE.PerspectiveCamera;
  readonly controls: OrbitControls;
  view: View = { kind: "free" };
  private readonly lights: (THREE.Light | null)[] = [];
  private readonly headlight: THREE.DirectionalLight;
  private readonly tracked = new THREE.Vector3();
  private cameraPoses: Float32Array | null = null;
  private inset = [0, 0];

  constructor(canvas: HTMLCanvasElement, private readonly model: Scene, sky: THREE.CubeTexture | null) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const v = model.visual;
    this.camera = new THREE.PerspectiveCamera(v.fovy, 1, Math.max(v.znear * v.extent, 1e-4), Math.max(200, v.zfar * v.extent));
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomSpeed = 1.2;
    this.home();
    if (sky) {
      this.scene.background = sky;
      this.scene.backgroundRotation.set(Math.PI / 2, 0, 0);
    } else {
      this.scene.background = gradient();
    }
    this.headlight = new THREE.DirectionalLight(0xffffff, 0);
    this.light();
    this.scene.add(this.camera);
  }

  /** Back to where the model wants to be seen from. */
  home(): void {
    const v = this.model.visual;
    const [az, el] = [(v.azimuth * Math.PI) / 180, (v.elevation * Math.PI) / 180];
    const away = 1.15 * v.extent;
    const dir = new THREE.Vector3(Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el));
    const centre = new THREE.Vector3(...v.center);
    // a lower angle than MuJoCo's default shows more of what stands on the ground
    if (v.elevation === -45 && v.azimuth === 90) dir.set(-0.62, 0.68, -0.38).normalize();
    this.camera.position.copy(centre).addScaledVector(dir, -away);
    this.controls.target.copy(centre);
    this.controls.update();
  }

  /** Light as MuJoCo has it: a headlight, an ambient part, the model's own lights. */
  private light(): void {
    const v = this.model.visual;
    const ambient = new THREE.Color(...v.ambient);
    const own = this.model.lights.filter((l) => l.active);
    for (const l of own) ambient.add(new THREE.Color(...l.ambient));
    const sun = own.length === 0;
    const base = Math.max(ambient.r, ambient.g, ambient.b);
    this.scene.add(new THREE.HemisphereLight(0xdfeaff, 0x8a8378, Math.PI * (0.55 + Math.min(base, 0.6))));
    if (v.headlight) {
      this.headlight.color.setRGB(...v.diffuse);
      this.headlight.intensity = Math.PI * (sun ? 0.55 : 0.7);
      this.camera.add(this.headlight);
      this.headlight.position.set(0, 0, 1);
      this.camera.add(this.headlight.target);
      this.headlight.target.position.set(0, 0, -1);
    }
    this.model.lights.forEach((l, i) => {
      this.lights[i] = l.active ? this.make(l.type, l.diffuse, l.cutoff, l.shadow) : null;
    });
    if (sun) {
      const s = this.make(1, [0.75, 0.74, 0.7], 45, true) as THREE.DirectionalLight;
      const e = v.extent;
      s.position.set(v.center[0] + 1.1 * e, v.center[1] - 0.8 * e, v.center[2] + 2.2 * e);
      s.target.position.set(...v.center);
    }
  }

  private make(type: number, diffuse: [number, number, number], cutoff: number, shadow: boolean): THREE.Light {
    const e = this.model.visual.extent;
    let light: THREE.DirectionalLight | THREE.SpotLight | THREE.PointLight;
    if (type === 1) {
      light = new THREE.DirectionalLight();
      const c = light.shadow.camera;
      [c.left, c.right, c.top, c.bottom, c.near, c.far] = [-1.6 * e, 1.6 * e, 1.6 * e, -1.6 * e, 0.01 * e, 12 * e];
    } else if (type === 2) light = new THREE.PointLight(0xffffff, 1, 0, 0);
    else light = new THREE.SpotLight(0xffffff, 1, 0, Math.min((cutoff * Math.PI) / 180, 1.5), 0.35, 0);
    light.color.setRGB(...diffuse);
    light.intensity = Math.PI * 0.85;
    light.castShadow = shadow && type !== 2;
    light.shadow.mapSize.set(2048, 2048);
    light.shadow.bias = -0.0004;
    light.shadow.normalBias = 0.01 * this.model.visual.meansize;
    this.scene.add(light);
    if ("target" in light) this.scene.add(light.target);
    return light;
  }

  shadows(on: boolean): void {
    this.renderer.shadowMap.enabled = on;
    this.lights.forEach((l, i) => {
      if (l) l.castShadow = on && this.model.lights[i].shadow && this.model.lights[i].type !== 2;
    });
    this.scene.traverse((o) => {
      if (o instanceof THREE.DirectionalLight && !this.lights.includes(o) && o !== this.headlight) o.castShadow = on;
    });
  }

  /** Lights and cameras that move. */
  move(cameras: Float32Array, lights: Float32Array, bodies: Float32Array): void {
    this.cameraPoses = cameras.slice();
    this.lights.forEach((l, i) => {
      if (!l || 6 * i + 5 >= lights.length) return;
      const [p, d] = [new THREE.Vector3(...lights.subarray(6 * i, 6 * i + 3)), new THREE.Vector3(...lights.subarray(6 * i + 3, 6 * i + 6))];
      if (l instanceof THREE.DirectionalLight) {
        // the shadow's box is about the scene's centre
        const c = new THREE.Vector3(...this.model.visual.center);
        l.position.copy(c).addScaledVector(d, -4 * this.model.visual.extent);
        l.target.position.copy(c);
      } else {
        l.position.copy(p);
        if (l instanceof THREE.SpotLight) l.target.position.copy(p).add(d);
      }
    });
    if (this.view.kind === "track" && 7 * this.view.body + 2 < bodies.length) {
      const o = 7 * this.view.body;
      const now = new THREE.Vector3(bodies[o], bodies[o + 1], bodies[o + 2]);
      const by = now.clone().sub(this.tracked);
      this.camera.position.add(by);
      this.controls.target.add(by);
      this.tracked.copy(now);
    }
  }

  look(view: View, bodies: Float32Array | null): void {
    this.view = view;
    this.controls.enabled = view.kind !== "fixed";
    if (view.kind === "track" && bodies && 7 * view.body + 2 < bodies.length) {
      const o = 7 * view.body;
      this.tracked.set(bodies[o], bodies[o + 1], bodies[o + 2]);
      const by = this.tracked.clone().sub(this.controls.target);
      this.camera.position.add(by);
      this.controls.target.copy(this.tracked);
    }
    if (view.kind !== "fixed") this.camera.fov = this.model.visual.fovy;
    this.camera.updateProjectionMatrix();
  }

  /** A camera that the program behind the server set. */
  place(c: { lookat: number[]; distance: number; azimuth: number; elevation: number; fixed: number }): void {
    if (c.fixed >= 0) {
      this.look({ kind: "fixed", camera: c.fixed }, null);
      return;
    }
    this.look({ kind: "free" }, null);
    const [az, el] = [(c.azimuth * Math.PI) / 180, (c.elevation * Math.PI) / 180];
    const dir = new THREE.Vector3(Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el));
    this.controls.target.set(c.lookat[0], c.lookat[1], c.lookat[2]);
    this.camera.position.copy(this.controls.target).addScaledVector(dir, -c.distance);
    this.controls.update();
  }

  /** Width of the panels left and right: the picture's centre is between them. */
  margins(left: number, right: number): void {
    this.inset = [left, right];
  }

  render(): void {
    const canvas = this.renderer.domElement;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = this.renderer.getPixelRatio();
    if (canvas.width !== Math.floor(w * ratio) || canvas.height !== Math.floor(h * ratio)) this.renderer.setSize(w, h, false);
    const shift = (this.inset[1] - this.inset[0]) / 2;
    this.camera.aspect = w / Math.max(h, 1);
    if (shift !== 0) this.camera.setViewOffset(w, h, shift, 0, w, h);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
    if (this.view.kind === "fixed" && this.cameraPoses) {
      const o = 7 * this.view.camera;
      const c = this.cameraPoses;
      this.camera.position.set(c[o], c[o + 1], c[o + 2]);
      this.camera.quaternion.set(c[o + 4], c[o + 5], c[o + 6], c[o + 3]);
      this.camera.fov = this.model.cameras[this.view.camera]?.fovy ?? 45;
    }
    this.renderer.render(this.scene, this.camera);
  }
}

function gradient(): THREE.Texture {
  const c = document.createElement("canvas");
  [c.width, c.height] = [2, 256];
  const g = c.getContext("2d");
  if (g) {
    const fill = g.createLinearGradient(0, 0, 0, 256);
    fill.addColorStop(0, "#3b4d63");
    fill.addColorStop(0.55, "#6f8296");
    fill.addColorStop(1, "#b3bcc4");
    g.fillStyle = fill;
    g.fillRect(0, 0, 2, 256);
  }
  const t = new THREE.CanvasTexture(c);
  t.colorSpace = THREE.SRGBColorSpace;
  return t;
}
