// What the page offers beside running: framing, draw calls, selection, tree, edits, timeline, plots, views, certificate, help, output.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { browser, drawn, model, open, serve, state, stateWhere, steps, stopAll, until } from "./lib.mjs";

let b;
before(async () => {
  b = await browser();
});
after(async () => {
  stopAll();
  await b.close();
});

// what a failed test leaves open would take the processor from the others
afterEach(async () => {
  await Promise.all(b.contexts().map((c) => c.close()));
  stopAll();
});

const file = (text) => {
  const name = path.join(mkdtempSync(path.join(os.tmpdir(), "stiction-")), "model.xml");
  writeFileSync(name, text);
  return name;
};
const shown = async (...args) => {
  const server = await serve(["view", ...args]);
  const { page, errors } = await open(b, server.url);
  return { server, page, done: async () => {
    assert.deepEqual(errors, []);
    await page.close();
    server.stop();
  } };
};

test("the first look has the subject in the middle of the free picture; F looks at the selection", async () => {
  for (const name of ["humanoid", "quadruped", "gripper", "boxes"]) {
    const { page, done } = await shown(model(name + ".xml"), "--paused");
    await drawn(page);
    const fill = Math.max(...(await page.evaluate(() => window.stiction.fill)));
    assert.ok(fill > 0.6 && fill < 0.7, `${name}: ${fill}`);
    if (name === "humanoid") {
      const far = await page.evaluate(() => window.stiction.app.stage.place.distance);
      await page.evaluate(() => window.stiction.app.select(window.stiction.app.shown.world.items.find((i) => i.shape.body === 2)));
      assert.ok((await page.evaluate(() => window.stiction.outlined)) > 0, "the selection has an outline");
      await page.keyboard.press("f");
      await until(page, (d) => window.stiction.app.stage.place.distance < 0.6 * d, far);
      await drawn(page);
      const orange = await page.evaluate(() => {
        const c = document.getElementById("view");
        const gl = c.getContext("webgl2");
        const px = new Uint8Array(4 * c.width * c.height);
        gl.readPixels(0, 0, c.width, c.height, gl.RGBA, gl.UNSIGNED_BYTE, px);
        let n = 0;
        for (let i = 0; i < px.length; i += 4) if (Math.abs(px[i] - 255) < 12 && Math.abs(px[i + 1] - 166) < 14 && px[i + 2] < 70) n++;
        return n;
      });
      assert.ok(orange > 100, `${orange} pixels of outline`);
    }
    await done();
  }
});

test("a thousand geoms of all sizes and colours are drawn in at most a hundred calls", async () => {
  const kinds = ["sphere", "capsule", "box", "cylinder", "ellipsoid"];
  const bodies = Array.from({ length: 1000 }, (_, i) => {
    const [r, s] = [0.05 + 0.0001 * i, ((i * 37) % 100) / 100];
    return `<body pos="${i % 40} ${Math.floor(i / 40)} 0"><joint/><geom type="${kinds[i % 5]}" size="${r} ${r + 0.02} ${r + 0.05}" rgba="${s} ${1 - s} 0.5 1"/></body>`;
  });
  const { page, done } = await shown(file(`<mujoco><option><flag contact="disable"/></option><worldbody><geom type="plane" size="0 0 1"/>${bodies.join("")}</worldbody></mujoco>`), "--paused");
  await drawn(page);
  const calls = await page.evaluate(() => window.stiction.calls);
  console.log(`${calls} draw calls for 1,001 geoms, shadows included`);
  assert.ok(calls > 2 && calls <= 100, `${calls}`);
  await done();
});

test("a texture's quarters are where MuJoCo has them on every shape", async () => {
  // red, green; blue, yellow below
  const folder = mkdtempSync(path.join(os.tmpdir(), "stiction-"));
  writeFileSync(path.join(folder, "four.png"), Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR42mP4z8DAAMIM////ZwAAHu8E/HMcU8wAAAAASUVORK5CYII=", "base64"));
  const cameras = [["1 0 0", "0 1 0 0 0 1"], ["-1 0 0", "0 -1 0 0 0 1"], ["0 1 0", "-1 0 0 0 0 1"], ["0 -1 0", "1 0 0 0 0 1"], ["0 0 1", "1 0 0 0 1 0"], ["0 0 -1", "1 0 0 0 -1 0"]];
  const [a, b] = [0.05, 0.1];
  // camera, then points of the red, green, blue and yellow quarters
  const sides = [0, 1].map((k) => [k, ...[[-a, a], [a, a], [-a, -a], [a, -a]].map(([y, z]) => [k ? -b : b, y, z])]);
  const fronts = [2, 3].map((k) => [k, ...[[-a, a], [a, a], [-a, -a], [a, -a]].map(([x, z]) => [x, k === 2 ? b : -b, z])]);
  const ends = [4, 5].map((k) => [k, ...[[-a, a], [a, a], [-a, -a], [a, -a]].map(([x, y]) => [x, y, k === 4 ? b : -b])]);
  const low = ends.map(([k, r, g, bl, y]) => [k, bl, y, r, g]);
  const around = (y, z) => [[2, [0, y, z], null, [0, y, -z], null], [3, null, [0, -y, z], null, [0, -y, -z]]];
  const round = 0.1 * Math.SQRT1_2;
  // a quarter of the way to the corners: the middles of the quarters of the copy that lies in the middle
  const middle = ends.map(([k, ...q]) => [k, ...q.map(([x, y, z]) => [x / 2, y / 2, z])]);
  const shapes = {
    'type="box" size=".1 .1 .1"': [...sides, ...fronts, ...ends],
    'type="sphere" size=".1"': around(round, round),
    'type="cylinder" size=".1 .1"': [...around(0.1, a), ...low],
    'type="capsule" size=".1 .1"': around(0.1, a),
    // without coordinates of its own a mesh has a texture laid over it, counted from the middle; uniform: so many times per metre
    'type="mesh" mesh="cube"': [ends[0], ends[1]],
    'type="mesh" mesh="cube" material="twice"': middle,
    'type="mesh" mesh="cube" material="metre"': middle,
  };
  const vertices = [-0.1, 0.1].flatMap((x) => [-0.1, 0.1].flatMap((y) => [-0.1, 0.1].map((z) => `${x} ${y} ${z}`))).join(" ");
  for (const [shape, probes] of Object.entries(shapes)) {
    const xml = path.join(folder, "m.xml");
    const material = shape.includes("material") ? "" : ' material="m"';
    writeFileSync(xml, `<mujoco><asset><texture name="t" type="2d" file="four.png"/><material name="m" texture="t"/><mesh name="cube" vertex="${vertices}"/>
      <material name="twice" texture="t" texrepeat="2 2"/><material name="metre" texture="t" texrepeat="20 20" texuniform="true"/></asset>
      <worldbody>${cameras.map(([pos, axes]) => `<camera pos="${pos}" xyaxes="${axes}"/>`).join("")}<body><freejoint/><geom ${shape}${material}/></body></worldbody></mujoco>`);
    const { page, done } = await shown(xml, "--paused");
    for (const [camera, ...points] of probes) {
      await page.evaluate((c) => {
        window.stiction.app.stage.view = { kind: "fixed", camera: c };
        window.stiction.app.apply();
      }, camera);
      await drawn(page);
      const seen = await page.evaluate((list) => {
        const c = document.getElementById("view");
        const gl = c.getContext("webgl2");
        const k = c.width / c.clientWidth;
        return list.map((q) => {
          if (!q) return null;
          const [x, y] = window.stiction.project(q);
          const px = new Uint8Array(4);
          gl.readPixels(Math.round(x * k), Math.round(c.height - y * k), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, px);
          return Array.from(px);
        });
      }, points);
      const right = [([r, g, b]) => r > 2 * g && r > 2 * b, ([r, g, b]) => g > 2 * r && g > 2 * b, ([r, g, b]) => b > 2 * r && b > 2 * g, ([r, g, b]) => r > 2 * b && g > 2 * b];
      seen.forEach((c, i) => assert.ok(!c || right[i](c), `${shape}, camera ${camera}, quarter ${i}: ${c}`));
    }
    await done();
  }
});

test("the tree finds, filters, hides and selects", async () => {
  const { page, done } = await shown(model("humanoid.xml"), "--paused");
  const rows = () => page.locator("#model .node").count();
  const all = await rows();
  await page.fill("#search", "foot");
  assert.ok((await rows()) > 0 && (await rows()) < all);
  await page.fill("#search", "");
  await page.click("#model .chips button:has-text('joint')");
  const kinds = await page.evaluate(() => [...new Set([...document.querySelectorAll("#model .node")].map((n) => n.dataset.kind))]);
  assert.deepEqual(kinds, ["joint"]);
  await page.click("#model .chips button:has-text('joint')");
  await page.click("#model .chips button:has-text('geom')");
  const seen = () => page.evaluate(() => window.stiction.app.shown.world.items.filter((i) => window.stiction.app.shown.world.visible(i)).length);
  const before = await seen();
  await page.locator("#model .node[data-kind=geom] button[aria-label^=hide]").nth(2).click();
  assert.equal(await seen(), before - 1);
  await page.locator("#model .node[data-kind=geom] button[aria-label^=show]").first().click();
  assert.equal(await seen(), before);
  await page.locator("#model .node[data-kind=geom]").nth(3).click();
  await until(page, () => window.stiction.events.some((e) => e.event === "body"));
  await done();
});

test("fields are edited, followed by the physics, undone, and saved as a diff", async () => {
  const { page, done } = await shown(model("boxes.xml"), "--paused");
  await page.evaluate(() => window.stiction.app.select(window.stiction.app.shown.world.items.find((i) => i.shape.body === 1)));
  await page.waitForSelector("#edits input[data-field=geom_size]");
  const mass = () => page.evaluate(() => window.stiction.events.filter((e) => e.event === "body").at(-1)?.mass);
  await until(page, () => window.stiction.events.some((e) => e.event === "body"));
  const first = await mass();
  const field = page.locator("#edits input[data-field=geom_size]").first();
  const value = Number(await field.inputValue());
  await field.fill(String(2 * value));
  await field.press("Enter");
  await until(page, (m) => Math.abs(window.stiction.events.filter((e) => e.event === "body").at(-1)?.mass / m - 2) < 1e-9, first);
  await until(page, (x) => Math.abs(window.stiction.app.shown.world.items.find((i) => i.shape.body === 1).shape.size[0] - x) < 1e-6, 2 * value);
  await page.click("#save");
  await page.waitForSelector("#file .plus");
  const changed = await page.evaluate(() => [...document.querySelectorAll("#file .plus, #file .minus")].map((e) => e.textContent));
  assert.ok(changed.length === 2 && changed[1].includes(String(2 * value)), changed.join("|"));
  await page.click("#file button:has-text('Close')");
  await page.keyboard.press("Control+z");
  await until(page, (m) => window.stiction.events.filter((e) => e.event === "body").at(-1)?.mass === m, first);
  await done();
});

test("the timeline scrubs over exact states, marks moments and branches", async () => {
  const { page, done } = await shown(model("boxes.xml"), "--paused");
  await steps(page, 400);
  const end = await state(page);
  const seek = page.locator("#seek");
  await seek.evaluate((e) => {
    e.value = "0.3";
    e.dispatchEvent(new Event("input"));
  });
  await until(page, () => Math.abs(window.stiction.time - 0.3) < 1e-6);
  // a mark is set at the time that is shown
  await drawn(page);
  const early = await state(page);
  await page.keyboard.press("m");
  await until(page, () => document.querySelectorAll("#marks button").length === 1);
  await seek.evaluate((e) => {
    e.value = e.max;
    e.dispatchEvent(new Event("input"));
  });
  await until(page, () => window.stiction.time > 0.79);
  assert.deepEqual(await state(page), end, "the end again, to the bit");
  await page.locator("#marks button").click();
  await until(page, () => window.stiction.time < 0.31);
  assert.deepEqual(await state(page), early, "the mark, to the bit");
  await page.click("#branch");
  await until(page, () => window.stiction.last.sections.has(101));
  await steps(page, 250);
  assert.deepEqual(await state(page), end, "the first engine is as it was");
  const apart = await page.evaluate(() => {
    const [p, q] = [window.stiction.last.sections.get(1), window.stiction.last.sections.get(101)];
    return Math.max(...p.map((x, i) => Math.abs(x - q[i])));
  });
  assert.ok(apart > 1e-5, `exact contact goes its own way: ${apart}`);
  await page.evaluate(() => (document.getElementById("comparemode").closest("details").open = true));
  await page.selectOption("#comparemode", "wipe");
  await page.waitForSelector("#wipe.on");
  await page.selectOption("#comparemode", "over");
  await until(page, () => !document.getElementById("wipe").classList.contains("on"));
  await done();
});

test("two engines are named in the picture, drawn as the panel says, and go on after an edit", async () => {
  const { page, done } = await shown(model("boxes.xml"), "--paused");
  await steps(page, 100);
  const named = () => page.evaluate(() => [...document.querySelectorAll("#engines span")].filter((e) => !e.hidden).map((e) => [e.textContent, ...(({ left, right, top }) => [left, right, top])(e.getBoundingClientRect())]));
  assert.deepEqual(await named(), []);
  await page.keyboard.press("b");
  await until(page, () => document.querySelectorAll("#engines span:not([hidden])").length === 2);
  await drawn(page);
  const beside = await named();
  assert.deepEqual(beside.map((n) => n[0]), ["soft contact", "exact contact"]);
  assert.ok(beside[0][2] < beside[1][1], "beside each other");
  assert.equal(await page.inputValue("#twin"), "preset=exact", "the panel knows what a key has begun");
  await page.selectOption("#comparemode", "wipe");
  await page.waitForSelector("#wipe.on");
  await drawn(page);
  const bar = await page.locator("#wipe").boundingBox();
  const [left, right] = await named();
  assert.ok(left[2] <= bar.x + bar.width && right[1] >= bar.x, "one on each side of the bar");
  await page.mouse.move(bar.x + 5, bar.y + 200);
  await page.mouse.down();
  await page.mouse.move(bar.x - 150, bar.y + 200, { steps: 4 });
  await page.mouse.up();
  await until(page, (x) => Math.abs(document.getElementById("wipe").getBoundingClientRect().x + 150 - x) < 8, bar.x);
  assert.ok((await page.evaluate(() => window.stiction.app.stage.compare.at)) < 0.4);
  await page.locator("#wipe").focus();
  await page.keyboard.press("ArrowRight");
  await until(page, (x) => document.getElementById("wipe").getBoundingClientRect().x > x - 140, bar.x);
  // an edit keeps the second engine, with the same edit
  await page.evaluate(() => window.stiction.send({ cmd: "edit", field: "body_mass", index: 1, value: 3 }));
  await until(page, () => window.stiction.events.some((e) => e.event === "scene"));
  await rebuilt(page);
  await until(page, () => window.stiction.last?.sections.has(101));
  assert.equal(await page.inputValue("#twin"), "preset=exact");
  assert.equal(await page.inputValue("#comparemode"), "wipe");
  await page.selectOption("#twin", "");
  await until(page, () => !window.stiction.last.sections.has(101));
  await until(page, () => document.querySelectorAll("#engines span:not([hidden])").length === 0);
  await done();
});

test("any quantity can be plotted, and a plot leads to its moment", async () => {
  const { page, done } = await shown(model("quadruped.xml"), "--paused");
  await page.click("#model .chips button:has-text('joint')");
  await page.locator("#model .node[data-kind=joint] button[aria-label^=plot]").nth(2).click();
  await page.locator("#model .node[data-kind=joint]").nth(4).dragTo(page.locator("#ownplot"));
  assert.equal((await page.evaluate(() => window.stiction.app.shown.panels.plotted)).length, 2);
  for (let k = 0; k < 20; k++) {
    const t = await page.evaluate(() => window.stiction.time);
    await page.evaluate(() => window.stiction.send({ cmd: "step", n: 5 }));
    await until(page, (s) => window.stiction.time > s, t);
  }
  await drawn(page);
  const moments = () => page.evaluate(() => window.stiction.app.shown.panels.own.length);
  const all = await moments();
  const plot = page.locator("#ownplot canvas");
  const box = await plot.boundingBox();
  await page.mouse.click(box.x + 0.4 * box.width, box.y + 30);
  await until(page, () => window.stiction.time < 0.15);
  assert.equal(await moments(), all, "what lies ahead is still to be seen");
  // pressed, the pointer scrubs
  await page.mouse.move(box.x + 0.2 * box.width, box.y + 30);
  await page.mouse.down();
  await until(page, () => window.stiction.time < 0.06);
  await page.mouse.move(box.x + 0.8 * box.width, box.y + 30, { steps: 3 });
  await until(page, () => window.stiction.time > 0.14);
  await page.mouse.up();
  // after a change, what lay ahead is no longer true
  await page.evaluate(() => window.stiction.send({ cmd: "ctrl", id: 0, value: 0.3 }));
  await until(page, (n) => window.stiction.app.shown.panels.own.length < n, all);
  await page.locator("#quantities button:has-text('velocity')").first().click();
  assert.match((await page.evaluate(() => window.stiction.app.shown.panels.plotted)).at(-1), / velocity$/);
  await page.locator("#ownplot .legend button").last().click();
  await page.locator("#ownplot .legend button").first().click();
  assert.equal((await page.evaluate(() => window.stiction.app.shown.panels.plotted)).length, 1);
  await done();
});

test("the badge tells what the step is worth; a click flies to the worst contact and says it in words", async () => {
  const { page, done } = await shown(model("boxes.xml"), "--paused");
  await page.evaluate(() => window.stiction.send({ cmd: "step", n: 600 }));
  await until(page, () => document.getElementById("badge").textContent.includes("sinks"));
  const far = await page.evaluate(() => window.stiction.app.stage.place.distance);
  await page.click("#badge");
  await page.waitForSelector("#certificate.on");
  const told = await page.evaluate(() => window.stiction.app.shown.verdict.told);
  assert.equal(told.law, "soft");
  assert.ok(told.words.some((w) => /deepest contact is .* mm/.test(w)), told.words.join(" "));
  await until(page, (p) => window.stiction.app.stage.place.lookat.every((x, i) => Math.abs(x - p[i]) < 1e-3), told.worst.position);
  assert.ok((await page.evaluate(() => window.stiction.app.stage.place.distance)) < far);
  await drawn(page);
  // the words do not lie over what they speak of, and nothing else does
  const [x, y, ground] = await page.evaluate((p) => [...window.stiction.project(p), document.getElementById("certificate").getBoundingClientRect().top], told.worst.position);
  assert.ok(x > 300 && x < 980 && y > 60 && y < ground, `${x} ${y} ${ground}`);
  assert.equal(await page.evaluate(([a, b]) => document.elementFromPoint(a, b).id, [x, y]), "view");
  await page.click("#certificate button");
  await page.selectOption("#option-contact", "hard");
  await page.evaluate(() => window.stiction.send({ cmd: "step", n: 200 }));
  await until(page, () => /exact, (solved|accepted)/.test(document.getElementById("badge").textContent));
  await done();
});

test("further views show cameras, depth and segments", async () => {
  const { page, done } = await shown(file(`<mujoco><worldbody><camera name="side" pos="2 0 1" xyaxes="0 1 0 -.4 0 1"/><geom type="plane" size="2 2 1"/>
    <body pos="0 0 .5"><freejoint/><geom type="box" size=".2 .2 .2"/></body></worldbody></mujoco>`), "--paused");
  await page.evaluate(() => (document.getElementById("inset").closest("details").open = true));
  for (const kind of ["colour", "depth", "segments"]) {
    await page.selectOption("#insetkind", kind);
    await page.click("#inset");
  }
  assert.equal(await page.locator("#insets > div").count(), 3);
  // they take their room from the picture, so that nothing of the subject is behind them
  await page.keyboard.press("f");
  await drawn(page);
  const behind = await page.evaluate(() => {
    const s = window.stiction.app.stage;
    return Math.max(...s.points().map((p) => window.stiction.project(p.toArray())[0])) - Math.min(...s.insets.map((i) => i.rect[0]));
  });
  assert.ok(behind < 0, `${behind} pixels of the subject are behind the views`);
  await drawn(page);
  const colours = await page.evaluate(() => {
    const s = window.stiction.app.stage;
    s.render();
    const c = document.getElementById("view");
    const gl = c.getContext("webgl2");
    return s.insets.map((i) => {
      const px = new Uint8Array(4);
      gl.readPixels(i.rect[0] + i.rect[2] / 2, c.height - i.rect[1] - i.rect[3] / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, px);
      return Array.from(px.slice(0, 3));
    });
  });
  const grey = ([r, g, b2]) => Math.abs(r - g) < 4 && Math.abs(g - b2) < 4;
  assert.ok(grey(colours[1]) && colours[1][0] > 10 && !grey(colours[2]), JSON.stringify(colours));
  await page.locator("#insets button").first().click();
  assert.equal(await page.locator("#insets > div").count(), 2);
  await done();
});

test("help, command search, light and dark, names for all controls", async () => {
  const { page, done } = await shown(model("car.xml"), "--paused");
  await page.keyboard.press("?");
  await page.waitForSelector("#palette[open] kbd");
  await page.keyboard.press("Escape");
  await until(page, () => !document.getElementById("palette").open);
  await page.keyboard.press("Control+k");
  await page.fill("#palette input", "contact forces");
  await page.keyboard.press("Enter");
  await until(page, () => window.stiction.app.settings.forces === true);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const was = await theme();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("l");
  assert.notEqual(await theme(), was);
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input, [role=slider]")].filter((e) => e.offsetParent !== null && !(e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.closest("label") || e.labels?.length || e.closest(".row")?.firstElementChild?.textContent)).map((e) => e.outerHTML.slice(0, 80)));
  assert.deepEqual(nameless, []);
  await done();
});

test("keyframes, equalities, groups, a camera that follows, marks by key and a picture without panels", async () => {
  const { page, done } = await shown(file(`<mujoco><worldbody><geom type="plane" size="9 9 1"/><body name="ball" pos="0 0 1"><freejoint/><geom size=".1"/><geom size=".05" pos="0 0 .2" group="1"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".03 .2" pos=".2 0 0"/></body></worldbody>
    <equality><joint name="held" joint1="hinge"/></equality><keyframe><key name="far" qpos="3 0 2 1 0 0 0 .5"/></keyframe></mujoco>`), "--paused");
  await page.click("#left details:has(summary:text-is('Keyframes')) button:has-text('far')");
  assert.deepEqual((await stateWhere(page, (s) => s.qpos[0] === 3)).qpos, [3, 0, 2, 1, 0, 0, 0, 0.5]);
  const active = () => page.evaluate(() => window.stiction.events.filter((e) => e.event === "rows").at(-1)?.rows.filter((r) => r.kind === "equality").length);
  await page.click("#rowsbutton");
  await steps(page, 1);
  await until(page, () => window.stiction.events.filter((e) => e.event === "rows").at(-1)?.rows.some((r) => r.kind === "equality"));
  await page.evaluate(() => [...document.querySelectorAll("#left details")].forEach((d) => (d.open = true)));
  await page.locator("#left label:has-text('held') input").uncheck();
  await steps(page, 1);
  await until(page, () => window.stiction.events.filter((e) => e.event === "rows").at(-1)?.rows.every((r) => r.kind !== "equality"));
  assert.equal(await active(), 0);
  await page.click("#rowsbutton");
  const seen = () => page.evaluate(() => window.stiction.app.shown.world.items.filter((i) => window.stiction.app.shown.world.visible(i)).length);
  const all = await seen();
  await page.locator("#left label:has-text('group 1') input").uncheck();
  assert.equal(await seen(), all - 1);
  // the camera follows what is selected
  await page.evaluate(() => window.stiction.app.select(window.stiction.app.shown.world.items.find((i) => i.shape.body === 1)));
  await page.selectOption("#camera", "track");
  await steps(page, 100);
  const [target, ball] = await page.evaluate(() => [window.stiction.app.stage.place.lookat, Array.from(window.stiction.bodies().slice(7, 10))]);
  assert.ok(target.every((x, i) => Math.abs(x - ball[i]) < 1e-4), `${target} ${ball}`);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("m");
  const at = await page.evaluate(() => window.stiction.time);
  await steps(page, 20);
  await page.keyboard.press("[");
  await until(page, (t) => window.stiction.time === t, at);
  await page.keyboard.press("h");
  await until(page, () => getComputedStyle(document.getElementById("left")).display === "none" && window.stiction.app.stage.margins.left === 0);
  await page.keyboard.press("h");
  await until(page, () => window.stiction.app.stage.margins.left > 200);
  await done();
});

test("quality: with an environment a floor mirrors what stands on it, without one it does not", async () => {
  const { page, done } = await shown(file(`<mujoco><asset><material name="m" rgba=".2 .2 .2 1" reflectance=".8"/></asset><worldbody><geom type="plane" size="3 3 1" material="m"/>
    <body pos="0 0 .5"><freejoint/><geom size=".2" rgba="1 0 0 1"/></body></worldbody></mujoco>`), "--paused");
  await page.evaluate(() => window.stiction.app.view({ lookat: [0, 0, 0.2], distance: 2.5, azimuth: 90, elevation: -20, fixed: -1 }));
  await page.evaluate(() => (document.getElementById("quality").closest("details").open = true));
  // where the ball's mirror image is
  const probe = async (quality) => {
    await page.selectOption("#quality", quality);
    await drawn(page);
    return (await scan(page, [0, 0, -0.5], [0]))[0];
  };
  assert.equal(await probe("low"), 0);
  assert.ok((await probe("high")) > 20);
  await done();
});

test("hovering names what is under the pointer; a message is closed by hand; a dropped file does not replace the page", async () => {
  const { page, done } = await shown(model("boxes.xml"), "--paused");
  await drawn(page);
  const at = await page.evaluate(() => window.stiction.project(Array.from(window.stiction.bodies().slice(7, 10))));
  await page.mouse.move(...at);
  await until(page, () => !document.getElementById("tip").hidden && /box|ball|geom/.test(document.getElementById("tip").textContent));
  await page.mouse.move(60, 20);
  await until(page, () => document.getElementById("tip").hidden);
  await page.evaluate(() => window.stiction.send({ cmd: "edit", field: "body_mass", index: 1, value: -1 }));
  await page.waitForSelector("#note.on.error");
  await page.click("#note button");
  assert.equal(await page.evaluate(() => document.getElementById("note").className), "");
  const cancelled = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["x"], "x.xml"));
    return !document.getElementById("view").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  assert.ok(cancelled);
  await page.waitForSelector("#note.on.notice");
  await done();
});

test("a link of a live run carries camera and time", async () => {
  const { page, server, done } = await shown(model("boxes.xml"), "--paused");
  await steps(page, 60);
  const then = await state(page);
  await page.evaluate(() => window.stiction.app.view({ lookat: [0.1, 0.2, 0.3], distance: 2.5, azimuth: 40, elevation: -20, fixed: -1 }));
  await page.keyboard.press("k");
  await until(page, () => location.hash.includes("camera="));
  const hash = await page.evaluate(() => location.hash);
  await steps(page, 40);
  const second = await open(b, server.url + hash);
  await until(second.page, (t) => Math.abs(window.stiction.time - t) < 1e-9, then.time);
  assert.deepEqual(await state(second.page), then, "the same bits");
  const place = await second.page.evaluate(() => window.stiction.app.stage.place);
  assert.ok(Math.abs(place.distance - 2.5) < 1e-3 && Math.abs(place.azimuth - 40) < 1e-3, JSON.stringify(place));
  await second.page.close();
  await done();
});

test("everything can be reached by keys alone", async () => {
  const { page, done } = await shown(model("humanoid.xml"), "--paused");
  const focused = () => page.evaluate(() => [document.activeElement.id, document.activeElement.dataset?.kind, document.activeElement.dataset?.id]);
  await page.keyboard.press("/");
  assert.equal((await focused())[0], "search");
  await page.keyboard.type("thigh");
  // past the filters, into the tree: one stop for all its rows
  for (let k = 0; k < 30 && (await focused())[1] === undefined; k++) await page.keyboard.press("Tab");
  const first = await focused();
  assert.equal(first[1], "body");
  await page.keyboard.press("ArrowDown");
  const second = await focused();
  assert.notDeepEqual(second, first);
  await page.keyboard.press("ArrowUp");
  assert.deepEqual(await focused(), first);
  await page.keyboard.press("Enter");
  await until(page, (id) => window.stiction.app.mouse.selected === id, Number(first[2]));
  assert.deepEqual(await focused(), first, "the focus stays");
  // arrows belong to the tree there: no step was taken
  assert.equal((await state(page)).time, 0);
  await page.keyboard.press("w");
  assert.equal(await page.evaluate(() => window.stiction.app.gizmo.shown), true);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  assert.ok((await stateWhere(page, (s) => s.time > 0)).time > 0);
  // a panel's title is a button: Space opens it and does not start the run
  const open = () => page.evaluate(() => document.getElementById("joints").open);
  const was = await open();
  await page.evaluate(() => document.querySelector("#joints summary").focus());
  await page.keyboard.press(" ");
  await until(page, (w) => document.getElementById("joints").open !== w, was);
  assert.equal(await page.evaluate(() => window.stiction.paused), true);
  await done();
});

test("on a small screen panels are drawers, and press and hold pulls", async () => {
  const server = await serve(["view", model("boxes.xml"), "--paused"]);
  const { page } = await open(b, server.url, { width: 400, height: 720 });
  const inside = () => page.evaluate(() => document.getElementById("left").getBoundingClientRect().right > 50 && getComputedStyle(document.getElementById("left")).visibility === "visible");
  assert.equal(await inside(), false);
  await page.click("#leftbutton");
  await until(page, () => document.getElementById("left").getBoundingClientRect().left > -1 && getComputedStyle(document.getElementById("left")).visibility === "visible");
  assert.equal(await inside(), true);
  await page.click("#leftbutton");
  await until(page, () => document.getElementById("left").getBoundingClientRect().right < 1);
  // both buttons are to be seen without scrolling, and a drawer ends above the timeline
  const right = await page.evaluate(() => document.getElementById("rightbutton").getBoundingClientRect().right);
  assert.ok(right <= 400, `${right}`);
  await page.click("#rightbutton");
  await until(page, () => document.getElementById("right").getBoundingClientRect().right < 401 && getComputedStyle(document.getElementById("right")).visibility === "visible");
  assert.ok(await page.evaluate(() => document.getElementById("right").getBoundingClientRect().bottom <= document.getElementById("foot").getBoundingClientRect().top + 1));
  await page.click("#rightbutton");
  await until(page, () => document.getElementById("right").getBoundingClientRect().left > 399);
  // until all lie still
  await steps(page, 1000);
  const top = await page.evaluate(() => {
    const p = window.stiction.bodies();
    let best = 1;
    for (let i = 1; 7 * i < p.length; i++) if (p[7 * i + 2] > p[7 * best + 2]) best = i;
    return { id: best, at: Array.from(p.slice(7 * best, 7 * best + 3)) };
  });
  const [x, y] = await page.evaluate((p) => window.stiction.project(p), top.at);
  await page.evaluate(() => window.stiction.send({ cmd: "pause", on: false }));
  await until(page, () => !window.stiction.paused);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until(page, () => window.stiction.app.mouse.holds);
  for (let k = 1; k <= 10; k++) await page.mouse.move(x, y - 10 * k);
  await until(page, (q) => window.stiction.bodies()[7 * q.id + 2] > q.at[2] + 0.03, top);
  await page.mouse.up();
  await page.close();
  server.stop();
});

test("a picture and a film leave the page", async () => {
  const { page, done } = await shown(model("boxes.xml"));
  const [png] = await Promise.all([page.waitForEvent("download"), page.click("#png")]);
  assert.equal(png.suggestedFilename(), "boxes.png");
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  await page.click("#film");
  const n = await page.evaluate(() => window.stiction.drawn);
  await until(page, (k) => window.stiction.drawn > k + 15, n);
  await page.waitForTimeout(1000);
  const [film] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  assert.match(film.suggestedFilename(), /^boxes\.(webm|mp4)$/);
  assert.ok(readFileSync(await film.path()).length > 1000);
  await done();
});

test("a file that is saved is loaded again, with its state; one that is wrong is explained", async () => {
  const xml = (r) => `<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 1"><freejoint/><geom size="${r}"/></body></worldbody></mujoco>`;
  const name = file(xml(0.1));
  const { page, done } = await shown(name, "--paused");
  await steps(page, 50);
  writeFileSync(name, xml(0.2));
  await until(page, () => window.stiction.app.shown?.scene.geoms[1].size[0] === 0.2);
  assert.ok(Math.abs((await state(page)).time - 0.1) < 1e-9);
  writeFileSync(name, xml("none"));
  await until(page, () => document.getElementById("note").textContent.includes("model.xml:1:"));
  await done();
});

/** Waits until the edited model is shown. */
async function rebuilt(page) {
  await page.evaluate(() => window.stiction.app.building);
  await until(page, () => window.stiction.last !== null);
  await drawn(page);
}

/** Drags a handle outwards by some pixels, or around. */
async function dragHandle(page, axis, by, around = false) {
  await drawn(page);
  const [at, middle] = await page.evaluate((a) => {
    const g = window.stiction.app.gizmo;
    return [g.handle(a), window.stiction.project(g.proxy.position.toArray())];
  }, axis);
  const out = [at[0] - middle[0], at[1] - middle[1]];
  const n = Math.hypot(...out);
  const to = (around ? [-out[1], out[0]] : out).map((x) => (by * x) / n);
  await page.mouse.move(...at);
  await page.mouse.down();
  assert.deepEqual(await page.evaluate(() => [window.stiction.app.gizmo.held, window.stiction.app.gizmo.axis]), [true, axis]);
  for (let k = 1; k <= 6; k++) await page.mouse.move(at[0] + (k * to[0]) / 6, at[1] + (k * to[1]) / 6);
  await page.mouse.up();
}

test("handles move and turn: in the state what floats, in the file what does not; each is taken back", async () => {
  const { page, done } = await shown(file(`<mujoco><worldbody><geom type="plane" size="2 2 1"/>
    <body name="post" pos="-.3 0 .2"><geom name="shaft" type="box" size=".05 .05 .2"/></body>
    <body name="free" pos=".3 0 .2"><freejoint/><geom name="ball" size=".1"/></body></worldbody></mujoco>`), "--paused");
  const select = async (body) => {
    await page.evaluate((b) => window.stiction.app.select(window.stiction.app.shown.world.items.find((i) => i.shape.body === b)), body);
    await page.keyboard.press("f");
  };
  const differ = (a, z) => a.map((x, i) => Math.abs(x - z[i]));
  const first = await state(page);
  await select(2);
  await page.keyboard.press("w");
  await dragHandle(page, "X", 50);
  const moved = await stateWhere(page, (s) => s.qpos[0] > 0.32);
  const by = differ(moved.qpos, first.qpos);
  assert.ok(by[0] > 0.02 && by.slice(1).every((x) => x < 1e-6), by.join());
  await page.keyboard.press("Control+z");
  const back = await stateWhere(page, (s) => s.qpos[0] < 0.31);
  assert.ok(differ(back.qpos, first.qpos).every((x) => x < 1e-12), "one drag is taken back as a whole");
  await page.keyboard.press("e");
  await dragHandle(page, "Z", 40, true);
  const turned = await stateWhere(page, (s) => Math.abs(s.qpos[6]) > 0.02);
  assert.ok(Math.abs(turned.qpos[6]) > 0.02 && differ(turned.qpos, first.qpos).slice(0, 3).every((x) => x < 1e-6), turned.qpos.join());

  await select(1);
  await page.keyboard.press("w");
  await dragHandle(page, "Z", 40);
  await until(page, () => window.stiction.bodies()[9] > 0.22);
  await rebuilt(page);
  const post = await page.evaluate(() => Array.from(window.stiction.bodies().slice(7, 9)));
  assert.ok(post.length === 2 && Math.abs(post[0] + 0.3) < 1e-6 && Math.abs(post[1]) < 1e-6, post.join());
  await page.click("#save");
  await page.waitForSelector("#file .plus");
  const lines = await page.evaluate(() => [...document.querySelectorAll("#file .plus, #file .minus")].map((e) => e.textContent));
  assert.ok(lines.length === 2 && lines.every((l) => l.includes('name="post"')), lines.join("|"));
  await page.click("#file button:has-text('Close')");
  await page.keyboard.press("Control+z");
  await until(page, () => Math.abs(window.stiction.bodies()[9] - 0.2) < 1e-6);

  await rebuilt(page);
  await page.selectOption("#handleof", { label: "geom shaft" });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("e");
  await dragHandle(page, "Z", 40, true);
  await until(page, () => Math.abs(window.stiction.app.shown.scene.geoms[1].quat[3]) > 0.02);
  const quat = await page.evaluate(() => window.stiction.app.shown.scene.geoms[1].quat);
  assert.ok(Math.abs(quat[1]) < 1e-6 && Math.abs(quat[2]) < 1e-6, quat.join());
  assert.deepEqual(await page.evaluate(() => window.stiction.app.shown.scene.geoms[1].pos), [0, 0, 0]);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => window.stiction.app.gizmo.shown), false);
  await done();
});

/** A cloth of one metre at height 1 m between two bars; the right one can be lifted. Left half red, right half blue. */
function cloth() {
  const n = 8;
  const at = Array.from({ length: (n + 1) ** 2 }, (_, k) => [(k % (n + 1)) / n - 0.5, Math.floor(k / (n + 1)) / n - 0.5]);
  const faces = [];
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) faces.push([0, 1, n + 2].map((d) => j * (n + 1) + i + d), [0, n + 2, n + 1].map((d) => j * (n + 1) + i + d));
  const bone = (body, x, sign) => `<bone body="${body}" bindpos="${x} 0 1" bindquat="1 0 0 0" vertid="${at.map((_, k) => k).join(" ")}" vertweight="${at.map((p) => 0.5 + sign * p[0] + 1e-9).join(" ")}"/>`;
  return `<mujoco><asset><texture name="t" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="64" height="64"/><material name="m" texture="t"/></asset>
    <worldbody><geom type="plane" size="1 1 1"/><body name="a" pos="-.5 0 1"><joint type="slide" axis="0 0 1"/><geom type="capsule" size=".01 .5" euler="90 0 0"/></body>
    <body name="b" pos=".5 0 1"><joint name="lift" type="slide" axis="0 0 1" range="-1 1"/><geom type="capsule" size=".01 .5" euler="90 0 0"/></body></worldbody>
    <deformable><skin name="cloth" material="m" vertex="${at.map((p) => [...p, 1].join(" ")).join(" ")}" texcoord="${at.map((p) => `.25 ${p[0] < 0 ? 0.25 : 0.75}`).join(" ")}" face="${faces.flat().join(" ")}">
    ${bone("a", -0.5, -1)}${bone("b", 0.5, 1)}</skin></deformable></mujoco>`;
}

test("skins follow their bodies, with their texture; a click on one selects the body that it follows", async () => {
  const { page, done } = await shown(file(cloth()), "--paused");
  await page.evaluate(() => window.stiction.send({ cmd: "qpos", id: 1, value: 0.2 }));
  await until(page, () => Math.abs(window.stiction.bodies()[16] - 1.2) < 1e-5);
  await drawn(page);
  const skin = await page.evaluate(() => {
    const g = window.stiction.app.shown.world.skins[0].skin.geometry;
    return [g.attributes.position.array, g.attributes.normal.array].map((a) => Array.from(a));
  });
  for (let v = 0; v < skin[0].length; v += 3) {
    // heights go from 1 to 1.2 along x
    assert.ok(Math.abs(skin[0][v + 2] - (1.1 + 0.2 * skin[0][v])) < 1e-5);
    assert.ok(Math.abs(skin[1][v] / skin[1][v + 2] + 0.2) < 1e-4, "its normal leans");
  }
  const [left, right] = await page.evaluate(() => [-0.25, 0.25].map((x) => {
    const c = document.getElementById("view");
    const gl = c.getContext("webgl2");
    const [px, py] = window.stiction.project([x, 0, 1.1 + 0.2 * x]);
    const k = c.width / c.clientWidth;
    const out = new Uint8Array(4);
    gl.readPixels(Math.round(px * k), Math.round(c.height - py * k), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, out);
    return Array.from(out);
  }));
  assert.ok((left[0] > 2 * left[2]) !== (right[0] > 2 * right[2]), `${left} ${right}`);
  const at = await page.evaluate(() => window.stiction.project([0.3, 0, 1.16]));
  await page.mouse.click(...at);
  await until(page, () => window.stiction.app.selected?.shape.body === 2);
  await page.locator("#model .node[data-kind=skin] button[aria-label^=hide]").click();
  assert.equal(await page.evaluate(() => window.stiction.app.shown.world.items.filter((i) => i.index < 0 && window.stiction.app.shown.world.visible(i)).length), 0);
  await done();
});

/** How many pixels of each colour a scan line through a point sees. */
const scan = (page, p, tests) => page.evaluate(([q, want]) => {
  const c = document.getElementById("view");
  const gl = c.getContext("webgl2");
  const y = Math.round(c.height - (window.stiction.project(q)[1] * c.width) / c.clientWidth);
  const px = new Uint8Array(4 * c.width);
  gl.readPixels(0, y, c.width, 1, gl.RGBA, gl.UNSIGNED_BYTE, px);
  return want.map((k) => Array.from({ length: c.width }, (_, i) => px.subarray(4 * i, 4 * i + 3)).filter((t) => t[k] > 60 && t[k] > 2 * t[(k + 1) % 3] && t[k] > 2 * t[(k + 2) % 3]).length);
}, [p, tests]);

test("parallel cameras draw what is far as large as what is near", async () => {
  const world = `<geom type="box" size=".1 .1 .1" pos="-.3 0 0" rgba="1 0 0 1"/><geom type="box" size=".1 .1 .1" pos=".3 2 0" rgba="0 0 1 1"/>`;
  const eye = (kind) => `<camera name="${kind}" pos="0 -2 0" xyaxes="1 0 0 0 0 1" ${kind === "flat" ? 'projection="orthographic" fovy="1"' : 'fovy="28"'}/>`;
  const { page, done } = await shown(file(`<mujoco><worldbody>${eye("flat")}${eye("deep")}${world}</worldbody></mujoco>`), "--paused");
  const widths = {};
  for (const [id, name] of [[0, "flat"], [1, "deep"]]) {
    await page.selectOption("#camera", "fixed:" + id);
    await drawn(page);
    widths[name] = await scan(page, [0, 0, 0], [0, 2]);
  }
  const height = await page.evaluate(() => document.getElementById("view").height);
  assert.ok(widths.flat.every((w) => Math.abs(w - 0.2 * height) < 3), JSON.stringify([widths, height]));
  assert.ok(widths.deep[0] > 1.7 * widths.deep[1], JSON.stringify(widths));
  // the free camera too, if the model says so
  const free = await shown(file(`<mujoco><visual><global orthographic="true" fovy="3"/></visual><worldbody>${world}</worldbody></mujoco>`), "--paused");
  await drawn(free.page);
  const fill = Math.max(...(await free.page.evaluate(() => window.stiction.fill)));
  assert.ok(fill > 0.6 && fill < 0.7, `${fill}`);
  const side = (q) => free.page.evaluate((p) => window.stiction.project(p), q);
  const [a, z, c, d] = [await side([0, 0, 0]), await side([0, 0, 0.2]), await side([0, 2, 0]), await side([0, 2, 0.2])];
  assert.ok(Math.abs(Math.hypot(a[0] - z[0], a[1] - z[1]) - Math.hypot(c[0] - d[0], c[1] - d[1])) < 0.01);
  await free.done();
  await done();
});

test("haze has the model's colour", async () => {
  const model = (haze) => file(`<mujoco><visual><rgba haze="${haze}"/></visual><worldbody><geom type="plane" size="0 0 1" rgba=".5 .5 .5 1"/><body pos="0 0 .5"><freejoint/><geom size=".1" rgba=".5 .5 .5 1"/></body></worldbody></mujoco>`);
  const found = [];
  for (const haze of ["1 1 1 1", "1 0 0 1", "0 0 1 1"]) {
    const { page, done } = await shown(model(haze), "--paused");
    await page.evaluate(() => window.stiction.app.view({ lookat: [0, 0, 0.4], distance: 3, azimuth: 90, elevation: -5, fixed: -1 }));
    await drawn(page);
    // the ground, far away
    found.push(await scan(page, [0, 45, 0], [0, 2]));
    await done();
  }
  const [none, red, blue] = found;
  assert.ok(none.every((n) => n === 0) && red[0] > 300 && red[1] === 0 && blue[1] > 300 && blue[0] === 0, JSON.stringify(found));
});

test("a hundred humanoids are drawn in at most a hundred calls", async () => {
  const xml = readFileSync(model("humanoid.xml"), "utf8");
  const body = xml.slice(xml.indexOf('<body name="pelvis"'), xml.indexOf("</worldbody>")).replace(/ name="[^"]*"/g, "");
  const head = xml.slice(0, xml.indexOf('<body name="pelvis"'));
  const crowd = Array.from({ length: 100 }, (_, i) => body.replace('pos="0 0 1.0"', `pos="${1.2 * (i % 10)} ${1.2 * Math.floor(i / 10)} 1"`)).join("");
  const { page, done } = await shown(file(`${head}${crowd}</worldbody></mujoco>`), "--paused");
  await steps(page, 5);
  const [calls, geoms, bodies] = await page.evaluate(() => [window.stiction.calls, window.stiction.app.shown.scene.geoms.length, window.stiction.bodies().length / 7]);
  console.log(`${calls} draw calls for ${geoms} geoms of ${bodies - 1} bodies`);
  assert.ok(geoms > 1900 && calls > 2 && calls <= 100, `${calls} calls, ${geoms} geoms`);
  const fill = Math.max(...(await page.evaluate(() => {
    window.stiction.app.stage.frame(undefined, "home");
    window.stiction.app.stage.camera.updateMatrixWorld();
    return window.stiction.fill;
  })));
  assert.ok(fill > 0.6 && fill < 0.7, `${fill}`);
  // in the picture: each body has its own place
  const seen = await page.evaluate(() => new Set(Array.from({ length: 100 }, (_, i) => 1 + (i * (window.stiction.bodies().length / 7 - 1)) / 100).map((b) => window.stiction.project(Array.from(window.stiction.bodies().slice(7 * b, 7 * b + 3))).map(Math.round).join())).size);
  assert.equal(seen, 100);
  await done();
});
