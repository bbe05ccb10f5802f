// Shapes that a program adds to the picture (`user_scn` in Python).

import * as THREE from "three";
import type { Shapes } from "./shapes";
import type { Shape } from "./types";

/** Numbers per shape: type, size (3), position (3), quaternion (4), colour (4). */
const WIDTH = 15;

export class Extras {
  readonly root = new THREE.Group();

  constructor(private readonly shapes: Shapes) {}

  update(data: Float32Array): void {
    const n = Math.floor(data.length / WIDTH);
    while (this.root.children.length > n) this.root.remove(this.root.children[this.root.children.length - 1]);
    for (let i = 0; i < n; i++) {
      const d = data.subarray(WIDTH * i, WIDTH * (i + 1));
      let mesh = this.root.children[i] as THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhongMaterial> | undefined;
      if (!mesh) {
        mesh = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshPhongMaterial());
        this.root.add(mesh);
      }
      const shape = { type: d[0], size: [d[1], d[2], d[3]], data: -1 } as unknown as Shape;
      const geometry = this.shapes.get(shape);
      mesh.visible = geometry !== null;
      if (geometry) mesh.geometry = geometry;
      mesh.position.set(d[4], d[5], d[6]);
      mesh.quaternion.set(d[8], d[9], d[10], d[7]);
      mesh.material.color.setRGB(d[11], d[12], d[13], THREE.SRGBColorSpace);
      mesh.material.opacity = d[14];
      mesh.material.transparent = d[14] < 1;
    }
  }
}
