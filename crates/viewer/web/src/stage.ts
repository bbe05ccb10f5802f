// Renderer, light, sky, cameras and framing.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Ambience, Mirror, Outline } from "./effects";
import { horizon } from "./shapes";
import { Sky } from "./sky";
import type { Scene } from "./types";
import type { Item, World } from "./world";

export type View = { kind: "free" } | { kind: "track"; body: number } | { kind: "fixed"; camera: number };
/** Where the camera of a free view is, in MuJoCo's words. */
export interface Place { lookat: number[]; distance: number; azimuth: number; elevation: number; fixed: number }
/** Pixels of the canvas that panels cover. */
export interface Margins { left: number; right: number; top: number; bottom: number }
export type Inset = { camera: number; kind: "colour" | "depth" | "segments"; rect: [number, number, number, number] };
export type Compare = { mode: "beside" | "over" | "wipe"; at: number };

/** How much of the free picture the subject takes, along its longer side. */
const FILL = 0.66;

export class Stage {
  readonly scene = new THREE.Scene();
  readonly renderer: THREE.WebGLRenderer;
  readonly camera: THREE.PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Drawn over everything: handles. */
  readonly handles = new THREE.Scene();
  view: View = { kind: "free" };
  /** An environment's light, reflections and ambient occlusion; on by itself where a GPU draws. */
  private fine = false;
  insets: Inset[] = [];
  compare: Compare = { mode: "beside", at: 0.5 };
  margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  readonly outline = new Outline();
  private readonly sky: Sky;
  private readonly sun = new THREE.DirectionalLight(0xfff1dd, 1.9);
  private readonly sunward = new THREE.Vector3(0.42, -0.5, 0.85).normalize();
  private readonly ambience: Ambience;
  private mirror: Mirror | null = null;
  private model: Scene | null = null;
  private world: World | null = null;
  private twin: World | null = null;
  /** The same view in parallel projection. */
  private readonly parallel = new THREE.OrthographicCamera();
  private readonly depths = new Depths();
  private readonly segments = new THREE.MeshBasicMaterial();
  private readonly tracked = new THREE.Vector3();
  private cameraPoses: Float32Array | null = null;
  private flight: { from: [THREE.Vector3, THREE.Vector3]; to: [THREE.Vector3, THREE.Vector3]; start: number } | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.info.autoReset = false;
    this.camera = new THREE.PerspectiveCamera(45, 1, 0.01, 200);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomSpeed = 1.2;
    this.controls.addEventListener("start", () => (this.flight = null));
    this.sky = new Sky(this.renderer);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(2048);
    this.sun.shadow.radius = 2.5;
    this.scene.add(this.sun, this.sun.target, this.camera);
    this.parallel.up.set(0, 0, 1);
    this.ambience = new Ambience(this.renderer, this.scene);
    this.rich = false;
  }

  /** The camera through which the picture is drawn. */
  get eye(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
    return this.isParallel ? this.parallel : this.camera;
  }

  private get isParallel(): boolean {
    if (this.view.kind === "fixed") return this.model?.cameras[this.view.camera]?.orthographic === true;
    return this.model?.visual.orthographic === true;
  }

  /** The angle of the free camera [degrees]; what a model in parallel projection says there is a length. */
  private get angle(): number {
    const v = this.model?.visual;
    return v && !v.orthographic ? v.fovy : 45;
  }

  get rich(): boolean {
    return this.fine;
  }
  set rich(on: boolean) {
    this.fine = on;
    this.sky.shine(this.scene, on);
    // keeps the colours that a file names: it takes off what an environment adds by mirroring, and there is none without
    this.renderer.toneMapping = on ? THREE.NeutralToneMapping : THREE.NoToneMapping;
  }

  /** Shows a model in place of the one before. */
  open(model: Scene, world: World, sky: THREE.CubeTexture | null): void {
    this.model = model;
    this.world = world;
    this.view = { kind: "free" };
    this.controls.enabled = true;
    const v = model.visual;
    this.camera.fov = this.angle;
    this.sky.set(this.scene, sky, v.haze);
    const far = horizon(v.extent);
    this.scene.fog = new THREE.Fog(this.sky.haze, 0.12 * far, 0.92 * far);
    this.aim();
    this.mirror?.dispose();
    const floor = world.items.find((i) => i.fixed && !i.site && i.shape.type === 0 && i.look.reflectance > 0);
    this.mirror = floor ? new Mirror(floor) : null;
  }

  /** The sun comes from where the model's first light that casts shadows is. */
  private aim(lights?: Float32Array): void {
    const i = (this.model?.lights ?? []).findIndex((l) => l.active && l.shadow);
    if (i < 0 || !lights || 6 * i + 5 >= lights.length) return;
    const d = new THREE.Vector3(...lights.subarray(6 * i + 3, 6 * i + 6)).negate();
    // a light from straight above hides shadows below their bodies
    if (d.z > 0.2) this.sunward.copy(d.normalize().add(new THREE.Vector3(0.22, -0.3, 0).multiplyScalar(d.z > 0.97 ? 1 : 0)).normalize());
  }

  second(world: World | null): void {
    this.twin = world;
  }

  /** The fraction of the free picture that points take, along x and y. */
  fill(points: THREE.Vector3[]): [number, number] {
    const [tx, ty] = this.tangents();
    const inv = this.camera.matrixWorld.clone().invert();
    const away = this.camera.position.distanceTo(this.controls.target);
    const [lo, hi] = [new THREE.Vector2(Infinity, Infinity), new THREE.Vector2(-Infinity, -Infinity)];
    for (const p of points) {
      const c = p.clone().applyMatrix4(inv);
      const depth = this.isParallel ? away : -c.z;
      const s = new THREE.Vector2(c.x / depth / tx, c.y / depth / ty);
      lo.min(s);
      hi.max(s);
    }
    return [(hi.x - lo.x) / 2, (hi.y - lo.y) / 2];
  }

  /** Half of what the free picture sees, per unit of distance. */
  private tangents(): [number, number] {
    const c = this.renderer.domElement;
    const [w, h] = [Math.max(c.clientWidth, 1), Math.max(c.clientHeight, 1)];
    const m = this.margins;
    const t = Math.tan((this.camera.fov * Math.PI) / 360) / h;
    return [t * Math.max(w - m.left - m.right, 0.2 * w), t * Math.max(h - m.top - m.bottom, 0.2 * h)];
  }

  /** The direction in which the model wants to be looked at. */
  private direction(): THREE.Vector3 {
    const v = this.model?.visual;
    // a lower angle than MuJoCo's default shows more of what stands on the ground
    if (!v || (v.elevation === -45 && v.azimuth === 90)) return new THREE.Vector3(-0.62, 0.68, -0.34).normalize();
    const [az, el] = [(v.azimuth * Math.PI) / 180, (v.elevation * Math.PI) / 180];
    return new THREE.Vector3(Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el));
  }

  /** What there is to look at: moving shapes that are seen, or else everything but endless floors. */
  subject(): (i: Item) => boolean {
    const moving = (i: Item) => !i.fixed && !i.site;
    return this.world && this.world.items.some((i) => moving(i) && this.world?.visible(i)) ? moving : (i) => !i.site;
  }

  /** Where shapes end, those of a second engine beside the first included. */
  points(of: (i: Item) => boolean = this.subject()): THREE.Vector3[] {
    const out = this.world?.outline(of) ?? [];
    if (this.twin?.root.visible && this.compare.mode === "beside") for (const p of this.twin.outline(of)) out.push(p.add(this.twin.root.position));
    return out;
  }

  /** Moves the camera so that the shapes fill the free picture. */
  frame(of: (i: Item) => boolean = this.subject(), how: "home" | "here" | "fly" = "fly"): void {
    const points = this.points(of);
    if (points.length === 0) points.push(...[-1, 1].map((s) => new THREE.Vector3(...(this.model?.visual.center ?? [0, 0, 0])).addScalar(s * 0.5 * (this.model?.visual.extent ?? 1))));
    this.look({ kind: "free" }, null);
    const forward = how === "home" ? this.direction() : this.camera.getWorldDirection(new THREE.Vector3());
    const right = new THREE.Vector3().crossVectors(forward, new THREE.Vector3(0, 0, 1));
    if (right.lengthSq() < 1e-8) right.set(1, 0, 0);
    right.normalize();
    const up = new THREE.Vector3().crossVectors(right, forward);
    const [tx, ty] = this.tangents();
    const centre = new THREE.Box3().setFromPoints(points).getCenter(new THREE.Vector3());
    let away = 1;
    for (let k = 0; k < 6; k++) {
      away = 1e-3;
      // in parallel projection nothing becomes smaller with distance
      const deep = this.isParallel ? 0 : 1;
      const seen = points.map((p) => p.clone().sub(centre)).map((p) => [p.dot(right), p.dot(up), deep * p.dot(forward)]);
      for (const [x, y, z] of seen) away = Math.max(away, Math.abs(x) / (FILL * tx) - z, Math.abs(y) / (FILL * ty) - z);
      const range = (j: number, t: number) => {
        const s = seen.map((p) => p[j] / (away + p[2]) / t);
        return ((Math.max(...s) + Math.min(...s)) / 2) * t * away;
      };
      centre.addScaledVector(right, range(0, tx)).addScaledVector(up, range(1, ty));
    }
    this.go(centre.clone().addScaledVector(forward, -away), centre, how === "fly");
  }

  /** Moves the camera, at once or in a moment. */
  go(position: THREE.Vector3, target: THREE.Vector3, fly: boolean): void {
    if (fly) {
      this.flight = { from: [this.camera.position.clone(), this.controls.target.clone()], to: [position, target], start: performance.now() };
      return;
    }
    this.flight = null;
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.controls.update();
  }

  get flying(): boolean {
    return this.flight !== null;
  }

  private fly(): void {
    const f = this.flight;
    if (!f) return;
    const t = Math.min((performance.now() - f.start) / 350, 1);
    const s = t * t * (3 - 2 * t);
    this.camera.position.lerpVectors(f.from[0], f.to[0], s);
    this.controls.target.lerpVectors(f.from[1], f.to[1], s);
    this.controls.update();
    if (t >= 1) this.flight = null;
  }

  shadows(on: boolean): void {
    this.sun.castShadow = on;
  }

  /** Lights and cameras that move. */
  move(cameras: Float32Array, lights: Float32Array, bodies: Float32Array): void {
    this.cameraPoses = cameras.slice();
    this.aim(lights);
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
    if (view.kind !== "fixed") this.camera.fov = this.angle;
    this.camera.updateProjectionMatrix();
  }

  /** Where the camera is, and back there. */
  get place(): Place {
    const by = this.controls.target.clone().sub(this.camera.position);
    const distance = by.length();
    const degrees = (x: number) => (x * 180) / Math.PI;
    return {
      lookat: this.controls.target.toArray(), distance, azimuth: degrees(Math.atan2(by.y, by.x)), elevation: degrees(Math.asin(by.z / Math.max(distance, 1e-12))),
      fixed: this.view.kind === "fixed" ? this.view.camera : -1,
    };
  }
  set place(c: Place) {
    if (c.fixed >= 0) {
      this.look({ kind: "fixed", camera: c.fixed }, null);
      return;
    }
    this.look({ kind: "free" }, null);
    const [az, el] = [(c.azimuth * Math.PI) / 180, (c.elevation * Math.PI) / 180];
    const dir = new THREE.Vector3(Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el));
    const target = new THREE.Vector3(c.lookat[0], c.lookat[1], c.lookat[2]);
    this.go(target.clone().addScaledVector(dir, -c.distance), target, false);
  }

  /** The sun's shadow covers what moves, no more: its texels are as fine as they can be. */
  private shine(): void {
    const world = this.world;
    if (!world) return;
    const box = world.box(this.subject());
    const ball = box.isEmpty() ? new THREE.Sphere(new THREE.Vector3(...(this.model?.visual.center ?? [0, 0, 0])), this.model?.visual.extent ?? 1) : box.getBoundingSphere(new THREE.Sphere());
    // what flew away must not take the shadow of the others
    const reach = 6 * (this.model?.visual.extent ?? 1);
    if (ball.radius > reach) {
      ball.center.copy(this.controls.target);
      ball.radius = reach;
    }
    if (this.twin?.root.visible) ball.radius += 0.5 * this.twin.root.position.length();
    const r = 1.6 * ball.radius + 1e-3;
    this.sun.position.copy(ball.center).addScaledVector(this.sunward, 4 * r);
    this.sun.target.position.copy(ball.center);
    const c = this.sun.shadow.camera;
    [c.left, c.right, c.top, c.bottom, c.near, c.far] = [-r, r, r, -r, 0.5 * r, 9 * r];
    c.updateProjectionMatrix();
    this.sun.shadow.normalBias = (2.2 * r) / this.sun.shadow.mapSize.x;
    this.sun.shadow.bias = -0.0002;
  }

  render(): void {
    this.fly();
    const canvas = this.renderer.domElement;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = this.renderer.getPixelRatio();
    if (canvas.width !== Math.floor(w * ratio) || canvas.height !== Math.floor(h * ratio)) this.renderer.setSize(w, h, false);
    const m = this.margins;
    this.camera.aspect = w / Math.max(h, 1);
    if (m.left !== m.right || m.top !== m.bottom) this.camera.setViewOffset(w, h, (m.right - m.left) / 2, (m.bottom - m.top) / 2, w, h);
    else this.camera.clearViewOffset();
    const away = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(1e-4, 0.01 * away);
    this.camera.far = Math.max(3 * horizon(this.model?.visual.extent ?? 1), 20 * away);
    if (this.view.kind === "fixed") this.pose(this.camera, this.view.camera);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    if (this.isParallel) this.flatten(w, h);
    const eye = this.eye;
    this.renderer.info.reset();
    this.shine();
    if (this.rich && this.mirror && this.world) this.mirror.draw(this.renderer, this.scene, eye, this.world.bodies);
    const wiping = this.compare.mode === "wipe" && this.twin?.root.visible === true && this.world !== null;
    if (wiping) this.wipe(w, h);
    else if (this.rich) this.ambience.draw(eye, w, h, ratio);
    else this.renderer.render(this.scene, eye);
    if (this.world) this.outline.draw(this.renderer, eye, this.world);
    this.renderer.autoClear = false;
    this.renderer.clearDepth();
    this.renderer.render(this.handles, eye);
    this.renderer.autoClear = true;
    for (const i of this.insets) this.drawInset(i, h);
  }

  /** The parallel camera where the other one is: a model's camera says how high its picture is, the free one sees what it would at its target. */
  private flatten(w: number, h: number): void {
    const [c, p] = [this.camera, this.parallel];
    p.position.copy(c.position);
    p.quaternion.copy(c.quaternion);
    [p.near, p.far] = [c.near, c.far];
    const away = c.position.distanceTo(this.controls.target);
    widen(p, this.view.kind === "fixed" ? (this.model?.cameras[this.view.camera]?.fovy ?? 1) / 2 : away * Math.tan((this.angle * Math.PI) / 360), w / Math.max(h, 1));
    if (c.view?.enabled) p.setViewOffset(c.view.fullWidth, c.view.fullHeight, c.view.offsetX, c.view.offsetY, c.view.width, c.view.height);
    else p.clearViewOffset();
    p.updateProjectionMatrix();
    p.updateMatrixWorld();
  }

  /** Left of the bar the first engine, right of it the second, through one camera. */
  private wipe(w: number, h: number): void {
    const [a, b] = [this.world as World, this.twin as World];
    const m = this.margins;
    const at = Math.round(m.left + this.compare.at * (w - m.left - m.right));
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(0, 0, at, h);
    b.root.visible = false;
    this.renderer.render(this.scene, this.eye);
    this.renderer.setScissor(at, 0, w - at, h);
    [a.root.visible, b.root.visible] = [false, true];
    this.renderer.render(this.scene, this.eye);
    a.root.visible = true;
    this.renderer.setScissorTest(false);
  }

  private pose(to: THREE.Camera, camera: number): void {
    const [o, c] = [7 * camera, this.cameraPoses];
    if (!c || o + 6 >= c.length) return;
    to.position.set(c[o], c[o + 1], c[o + 2]);
    to.quaternion.set(c[o + 4], c[o + 5], c[o + 6], c[o + 3]);
    const of = this.model?.cameras[camera];
    if (to instanceof THREE.PerspectiveCamera) to.fov = of && !of.orthographic ? of.fovy : 45;
  }

  /** Distances before and behind the subject, between which depths are told apart. */
  private deep(from: THREE.Vector3): [number, number] {
    const box = this.world?.box(this.subject()) ?? new THREE.Box3();
    if (box.isEmpty()) return [0, from.distanceTo(this.controls.target) + 1.5 * (this.model?.visual.extent ?? 1)];
    const ball = box.getBoundingSphere(new THREE.Sphere());
    const away = from.distanceTo(ball.center);
    return [Math.max(away - 1.3 * ball.radius, 0), away + 2 * ball.radius];
  }

  /** A picture in the picture: one of the model's cameras, or the free one, as colour, depth or segments. */
  private drawInset(i: Inset, h: number): void {
    const [x, y, w, tall] = i.rect;
    const of = i.camera >= 0 ? this.model?.cameras[i.camera] : undefined;
    const flat = of ? of.orthographic : this.isParallel;
    const c = flat ? new THREE.OrthographicCamera() : new THREE.PerspectiveCamera(this.camera.fov, w / tall);
    if (i.camera >= 0) this.pose(c, i.camera);
    else {
      c.position.copy(this.camera.position);
      c.quaternion.copy(this.camera.quaternion);
    }
    if (c instanceof THREE.OrthographicCamera) widen(c, of ? of.fovy / 2 : (this.parallel.top - this.parallel.bottom) / 2, w / tall);
    [c.near, c.far] = [0.002 * Math.max(this.model?.visual.extent ?? 1, 0.1), this.camera.far];
    c.updateProjectionMatrix();
    const [background, fog, tone] = [this.scene.background, this.scene.fog, this.renderer.toneMapping];
    const hidden = this.scene.children.filter((o) => o.userData.overlay === true && o.visible);
    if (i.kind !== "colour") {
      this.scene.background = new THREE.Color(0);
      this.scene.fog = null;
      this.renderer.toneMapping = THREE.NoToneMapping;
      for (const o of hidden) o.visible = false;
      if (i.kind === "segments") this.world?.paint("segments");
      this.scene.overrideMaterial = i.kind === "depth" ? this.depths.between(...this.deep(c.position)) : this.segments;
    }
    this.renderer.setScissorTest(true);
    this.renderer.setViewport(x, h - y - tall, w, tall);
    this.renderer.setScissor(x, h - y - tall, w, tall);
    this.renderer.render(this.scene, c);
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, this.renderer.domElement.clientWidth, h);
    if (i.kind !== "colour") {
      this.scene.overrideMaterial = null;
      [this.scene.background, this.scene.fog, this.renderer.toneMapping] = [background, fog, tone];
      for (const o of hidden) o.visible = true;
      if (i.kind === "segments") this.world?.paint("own");
    }
  }
}

/** A parallel camera that sees so much above and below its middle [m]. */
function widen(c: THREE.OrthographicCamera, half: number, aspect: number): void {
  [c.top, c.bottom, c.left, c.right] = [half, -half, -half * aspect, half * aspect];
}

/** Distance as grey: white before what is looked at, black behind it. */
class Depths extends THREE.ShaderMaterial {
  constructor() {
    super({
      uniforms: { near: { value: 0 }, far: { value: 1 } },
      vertexShader: `varying float depth; void main() { vec4 p = vec4(position, 1.0);
        #ifdef USE_INSTANCING
        p = instanceMatrix * p;
        #endif
        p = modelViewMatrix * p; depth = -p.z; gl_Position = projectionMatrix * p; }`,
      fragmentShader: "varying float depth; uniform float near, far; void main() { gl_FragColor = vec4(vec3(1.0 - clamp((depth - near) / (far - near), 0.0, 1.0)), 1.0); }",
    });
  }
  between(near: number, far: number): this {
    [this.uniforms.near.value, this.uniforms.far.value] = [near, far];
    return this;
  }
}

/** A processor draws: what a GPU does in passing takes it long. */
export function software(r: THREE.WebGLRenderer): boolean {
  const gl = r.getContext();
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
