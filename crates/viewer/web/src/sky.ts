// The sky: what is seen behind everything, what lights it from all sides, and the haze in which the ground ends.

import * as THREE from "three";

const ZENITH = new THREE.Color(0x5b7fa8), HORIZON = new THREE.Color(0xc9d6e2), GROUND = new THREE.Color(0x8f9298);

export class Sky {
  readonly haze = HORIZON.clone();
  private readonly seen: THREE.CubeTexture;
  private light: THREE.Texture | null = null;
  /** Light from all sides where an environment would take long. */
  private readonly plain = new THREE.HemisphereLight(0xf2f6ff, 0x8b8880, 1.5);

  constructor(private readonly renderer: THREE.WebGLRenderer) {
    const target = new THREE.WebGLCubeRenderTarget(128, { type: THREE.HalfFloatType });
    const camera = new THREE.CubeCamera(0.1, 100, target);
    camera.update(renderer, room(0));
    this.seen = target.texture;
    this.plain.position.set(0, 0, 1);
  }

  /** A model's own sky and haze; white haze is what models have that say nothing of it. */
  set(scene: THREE.Scene, own: THREE.CubeTexture | null, haze: number[]): void {
    scene.background = own ?? this.seen;
    scene.backgroundRotation.set(own ? Math.PI / 2 : 0, 0, 0);
    if (haze.slice(0, 3).some((x) => x < 1)) this.haze.setRGB(haze[0], haze[1], haze[2], THREE.SRGBColorSpace);
    else this.haze.copy(own ? rim(own) : HORIZON);
  }

  /** Light that shapes mirror, or a plain one. */
  shine(scene: THREE.Scene, rich: boolean): void {
    if (rich && !this.light) {
      const made = new THREE.PMREMGenerator(this.renderer);
      this.light = made.fromScene(room(1), 0.03).texture;
      made.dispose();
    }
    scene.environment = rich ? this.light : null;
    scene.environmentIntensity = 0.45;
    if (rich) scene.remove(this.plain);
    else scene.add(this.plain);
  }
}

/** Mean colour of the sides of a sky, along their middle. */
function rim(t: THREE.CubeTexture): THREE.Color {
  const out = new THREE.Color(0, 0, 0);
  const sides = [0, 1, 4, 5].map((k) => t.images[k] as HTMLCanvasElement);
  for (const c of sides) {
    const px = c.getContext("2d")?.getImageData(Math.floor(c.width / 2), Math.floor(c.height / 2), 1, 1).data;
    if (px) out.add(new THREE.Color().setRGB(px[0] / 255, px[1] / 255, px[2] / 255, THREE.SRGBColorSpace));
  }
  return out.multiplyScalar(1 / sides.length);
}

/** A ball about everything: as it is seen, or with the bright windows that give edges and round shapes their highlights. */
function room(lamps: number): THREE.Scene {
  const paint = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    uniforms: { zenith: { value: ZENITH }, horizon: { value: HORIZON }, ground: { value: GROUND }, lamps: { value: lamps } },
    vertexShader: "varying vec3 dir; void main() { dir = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: `varying vec3 dir; uniform vec3 zenith, horizon, ground; uniform float lamps;
      void main() {
        vec3 d = normalize(dir);
        vec3 c = d.z > 0.0 ? mix(horizon, zenith, pow(d.z, 0.55)) : mix(horizon, ground, pow(-d.z, 0.4));
        if (lamps > 0.5) {
          c = d.z > 0.0 ? mix(vec3(0.75), vec3(1.05), d.z) : mix(vec3(0.6), vec3(0.34), -d.z);
          c += 7.0 * smoothstep(0.93, 0.98, dot(d, normalize(vec3(0.5, -0.55, 0.75))));
          c += 2.5 * smoothstep(0.9, 0.97, dot(d, normalize(vec3(-0.8, 0.2, 0.45))));
        }
        gl_FragColor = vec4(c, 1.0);
      }`,
  });
  const out = new THREE.Scene();
  out.add(new THREE.Mesh(new THREE.SphereGeometry(10, 32, 24), paint));
  return out;
}
