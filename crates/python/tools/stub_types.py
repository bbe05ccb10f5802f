"""Types that `stubs.py` cannot find out by looking: signatures of the package's own classes, and units of fields.

`SIGNATURES` maps `Class.member` or a function's name to what stands between `def name` and `: ...`, or for values after `name: `.
"""

BODY = "WorldBody | None"
# what a shape's word takes: numbers, points, points and triangles, parts
SIZE = "ArrayLike | Sequence[Any]"
VEC = "ArrayLike"
PAIR3 = "tuple[float, float, float]"

SIGNATURES = {
    # functions
    "step": "(model: MjModel, data: MjData, nstep: int = 1) -> StepReport",
    "forward": "(model: MjModel, data: MjData) -> StepReport",
    "inverse": "(model: MjModel, data: MjData) -> None",
    "report": "(data: MjData, geometry: bool | None = None) -> StepReport",
    "solve_contact_csc": "(matrix: tuple[I64_1, I64_1, F64_1], vectors: tuple[F64_1, F64_1], names: tuple[str, str, int], "
                         "limits: tuple[float, int, float | None]) -> ContactResult",
    # data
    "MjData.set_budget": "(self, *, pairs: int | None = None, contacts: int | None = None, rows: int | None = None, iterations: int | None = None) "
                         "-> None",
    # derivatives
    "gradient": '(model: MjModel, data: MjData, method: str = "auto") -> Gradient',
    "vjp": '(model: MjModel, data: MjData, controls: F64_2, seeds: F64_2, every: int = 0, method: str = "auto") -> tuple[F64_1, F64_2, I64_1]',
    "Gradient.A": "F64_2", "Gradient.B": "F64_2", "Gradient.C": "F64_2", "Gradient.D": "F64_2", "Gradient.label_C": "I64_2", "Gradient.label_D": "I64_2", "Gradient.sensor_reason": "list[str | None]", "Gradient.label_A": "I64_1",
    "Gradient.label_B": "I64_1", "Gradient.margin_A": "F64_1", "Gradient.margin_B": "F64_1", "Gradient.reason": "str | None",
    "Gradient.sides": "dict[int, tuple[F64_1, F64_1]]", "Gradient.generator": "F64_1 | None",
    "ModelParameters.__init__": "(self, model: MjModel, names: list[tuple[str, int | tuple[int, ...]]]) -> None",
    "ModelParameters.gradient": '(self, model: MjModel, data: MjData, method: str = "auto") -> F64_2',
    "sensitivities": '(model: MjModel, data: MjData, controls: F64_2, parameters: ModelParameters, method: str = "auto") -> Sensitivities',
    "Sensitivities.qpos": "F64_2", "Sensitivities.qvel": "F64_2", "Sensitivities.act": "F64_2", "Sensitivities.slopes": "F64_3",
    "Sensitivities.labels": "I64_1",
    "position_differences": "(model: MjModel, first: F64_2, second: F64_2) -> F64_2",
    # constraints
    "ConstraintList.add": "(self, constraint: Constraint) -> ConstraintHandle",
    "ConstraintList.clear": "(self) -> None",
    "ConstraintList.force": "(self, handle: ConstraintHandle) -> list[float] | None",
    "ConstraintList.remove": "(self, handle: ConstraintHandle) -> bool",
    "ConstraintList.value": "(self, handle: ConstraintHandle) -> list[float] | None",
    "Where.angvel": "F64_2", "Where.mat": "F64_3", "Where.pos": "F64_2", "Where.q": "F64_1", "Where.quat": "F64_2",
    "Where.qvel": "F64_1", "Where.time": "float", "Where.vel": "F64_2",
    # contact problems
    "ContactResult.approach": "float", "ContactResult.complementarity": "float", "ContactResult.cone_excess": "float",
    "ContactResult.converged": "bool", "ContactResult.dissipation": "float", "ContactResult.impulse": "F64_1",
    "ContactResult.iterations": "int", "ContactResult.outer_residual": "float", "ContactResult.residual": "float",
    "ContactResult.residual_convex": "float", "ContactResult.residual_coulomb": "float", "ContactResult.seconds": "float",
    "ContactResult.status": "str", "ContactResult.velocity": "F64_1",
    # errors
    "Diagnostic.column": "int", "Diagnostic.element": "str", "Diagnostic.file": "str", "Diagnostic.hint": "str | None",
    "Diagnostic.line": "int", "Diagnostic.message": "str", "Diagnostic.severity": "str",
    # options and reports
    "StictionOptions.apply": "(self, text: str) -> None", "StictionOptions.exact": "(self) -> None",
    "StictionOptions.set_restitution": "(self, geom: int | str, value: float) -> None",
    "StictionOptions.set_patch": "(self, geom: int, value: float) -> None",
    "StictionOptions.accuracy": "float | None", "StictionOptions.edition": "int | None", "StictionOptions.impact": "str", "StictionOptions.patch": "list[float]",
    "StictionOptions.contact": "str", "StictionOptions.fallback": "str | None", "StictionOptions.friction": "str",
    "StictionOptions.omega": "float", "StictionOptions.own_integrator": "bool", "StictionOptions.rest_velocity": "float | None",
    "StictionOptions.restitution": "list[float]", "StictionOptions.sleep_time": "float | None", "StictionOptions.slop": "float", "StictionOptions.solver": "str | None",
    "StictionOptions.strict": "bool", "StictionOptions.tolerance": "float | None",
    # recordings and shapes
    "Shape.distance": "(self, point: ArrayLike) -> float", "Shape.gradient": "(self, point: ArrayLike) -> F64_1",
    "StepReport.worst_contact": "int | None", "StepReport.worst_geoms": "tuple[int, int] | None",
    "MjData.get_warm_start": "(self) -> F64_1", "MjData.set_warm_start": "(self, numbers: ArrayLike) -> None",
    "Tape.__init__": "(self, model: MjModel, rate: float = 60.0, frames: int = 36000) -> None", "Tape.page": "(self) -> str",
    "Tape.push": "(self, data: MjData) -> None", "Tape.report": "(self, title: str, facts: list[tuple[str, str]]) -> str",
    "Tape.times": "list[float]",
    # worlds
    "World.__init__": f"(self, gravity: {VEC} = ...) -> None",
    "World.add_constraint": "(self, constraint: Constraint) -> ConstraintHandle",
    "World.constraint_force": "(self, handle: ConstraintHandle) -> list[float] | None",
    "World.contacts": "(self) -> list[dict[str, Any]]",
    "World.events": "(self) -> list[tuple[str, WorldBody, WorldBody]]",
    "World.bodies_of": "(self, model: WorldModel) -> list[WorldBody]",
    "World.body_of": "(self, model: WorldModel, name: str) -> WorldBody",
    "World.cast": f"(self, shape: str, size: {SIZE}, motion: {VEC}, *, pos: {VEC} = ..., quat: {VEC} = ...) -> "
                  f"tuple[WorldBody, float, {PAIR3}, {PAIR3}] | None",
    "World.energy": "(self) -> tuple[float, float]",
    "World.load": f"(self, path: str | os.PathLike[str], *, pos: {VEC} = ..., quat: {VEC} = ...) -> WorldModel",
    "World.parse": f"(self, xml: str, *, pos: {VEC} = ..., quat: {VEC} = ...) -> WorldModel",
    "World.q": "(self, model: WorldModel, joint: str) -> list[float]",
    "World.remove_model": "(self, model: WorldModel) -> None",
    "World.sensor": "(self, model: WorldModel, sensor: str) -> list[float]",
    "World.set_control": "(self, model: WorldModel, actuator: str, u: float | Sequence[float]) -> None",
    "World.set_force": f"(self, body: WorldBody, force: {VEC}, torque: {VEC} = ...) -> None",
    "World.set_motion": f"(self, body: WorldBody, pos: {VEC}, quat: {VEC} = ..., *, vel: {VEC} = ..., angvel: {VEC} = ...) -> None",
    "World.set_q": "(self, model: WorldModel, joint: str, q: Sequence[float]) -> None",
    "World.set_v": "(self, model: WorldModel, joint: str, v: Sequence[float]) -> None",
    "World.v": "(self, model: WorldModel, joint: str) -> list[float]",
    "World.join": f"(self, kind: str, a: {BODY}, b: {BODY}, point: {VEC}, axis: {VEC} = ...) -> ConstraintHandle",
    "World.mass": "(self, body: WorldBody) -> float",
    "World.pose": f"(self, body: WorldBody) -> tuple[{PAIR3}, tuple[float, float, float, float]]",
    "World.push": f"(self, body: WorldBody, force: {VEC}, point: {VEC}) -> None",
    "World.ray": f"(self, origin: {VEC}, direction: {VEC}) -> tuple[WorldBody, float, {PAIR3}] | None",
    "World.remove": "(self, body: WorldBody) -> None",
    "World.remove_force": "(self, number: int) -> bool",
    "World.add_force": "(self, bodies: Sequence[WorldBody], forces: Callable[[Any], ArrayLike], *, "
                       "energy: Callable[[Any], float] | None = None) -> int",
    "World.constraints_of": "(self, body: WorldBody) -> list[ConstraintHandle]",
    "World.clear_constraints": "(self, body: WorldBody) -> None",
    "World.flush": "(self) -> bool",
    "World.report": "StepReport",
    "World.model": "(self) -> MjModel",
    "World.data": "(self) -> MjData",
    "World.options": "str",
    "World.gravity": f"{PAIR3}",
    "World.remove_constraint": "(self, handle: ConstraintHandle) -> bool",
    "World.restore": "(self, snapshot: WorldSnapshot) -> None",
    "World.rod": f"(self, a: {BODY}, b: {BODY}, length: float) -> ConstraintHandle",
    "World.snapshot": "(self) -> WorldSnapshot",
    "World.spawn": f"(self, shape: str, size: {SIZE} | None = None, *, pos: {VEC} = ..., quat: {VEC} = ..., vel: {VEC} = ..., "
                   f"angvel: {VEC} = ..., mass: float | None = None, density: float = 1000.0, restitution: float | None = None, "
                   "friction: float = 1.0, environment: bool = False, kinematic: bool = False, sensor: bool = False, "
                   "groups: tuple[int, int] = (1, 1)) -> WorldBody",
    "World.spring": f"(self, a: WorldBody, b: {BODY} = None, *, at: {VEC} = ..., to: {VEC} = ..., stiffness: float, "
                    "length: float = 0.0, damping: float = 0.0) -> int",
    "World.step": "(self, dt: float, n: int = 1) -> bool",
    "World.time": "float",
    "World.velocity": f"(self, body: WorldBody) -> tuple[{PAIR3}, {PAIR3}]",
    "WorldBody.index": "int",
    # models and data
    "MjModel.from_xml_path": "(filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None, vfs: Any = None) -> MjModel",
    "MjModel.from_xml_string": "(xml: str, assets: Mapping[str, bytes] | None = None, vfs: Any = None) -> MjModel",
    "MjModel.from_binary_path": "(filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None, vfs: Any = None) -> MjModel",
    "MjModel.to_xml_string": "(self) -> str",
    "MjModel.stiction": "StictionOptions", "MjModel.opt": "MjOption", "MjModel.vis": "MjVisual", "MjModel.stat": "MjStatistic",
    "MjModel.bind": "(self, elements: Any) -> Any", "MjModel.bind_scalar": "(self, elements: Any) -> Any",
    "MjData.bind": "(self, elements: Any) -> Any", "MjData.bind_scalar": "(self, elements: Any) -> Any",
    "MjData.__init__": "(self, model: MjModel) -> None",
    "MjData.constraints": "ConstraintList", "MjData.contact": "_MjContactList", "MjData.model": "MjModel",
    "MjData.snapshot": "(self) -> Snapshot", "MjData.restore": "(self, snapshot: Snapshot) -> None",
    "MjData.signature": "int", "MjModel.signature": "int", "MjModel.names": "bytes", "MjModel.paths": "bytes",
    "MjData.warning": "_MjStatList[MjWarningStat]", "MjData.timer": "_MjStatList[MjTimerStat]", "MjData.solver": "_MjSolverStatList",
    "Row.id": "int", "Row.name": "str",
    # engines behind Python classes of this package
    "BatchCore.__init__": "(self, model: MjModel, nsim: int, nthread: int, persistent: bool, reset: bool) -> None",
    "BatchCore.error": "(self, sim: int) -> str", "BatchCore.expand": "(self, name: str) -> Array | None",
    "BatchCore.expanded": "(self, name: str) -> Array | None",
    "BatchCore.forward": "(self, ids: Array | None, stage_: int) -> int",
    "BatchCore.get_data": "(self, sim: int, data: MjData) -> None", "BatchCore.get_model": "(self, sim: int) -> MjModel",
    "BatchCore.has_output": "(self, name: str) -> bool",
    "BatchCore.gradient": "(self, ids: Array | None, method: str) -> tuple[int, F64_3, F64_3, I32_2]",
    "BatchCore.jac": "(self, ids: Array | None, body: list[int], point: F64_2) -> tuple[int, F64_3, F64_3]",
    "BatchCore.nsim": "int", "BatchCore.nstate": "int", "BatchCore.nthread": "int", "BatchCore.persistent": "bool",
    "BatchCore.output": "(self, name: str) -> Array | None",
    "BatchCore.ray": "(self, ids: Array | None, pnt: F64_3, vec: F64_3, geomgroup: list[int] | None, flg_static: bool, "
                     "exclude: list[int]) -> tuple[int, F64_2, I32_2, F64_3]",
    "BatchCore.reset": "(self, ids: Array | None, keys: list[int] | None, stage_: int) -> int",
    "BatchCore.rollout": "(self, ids: Array | None, nstep: int, control: F64_3 | None, spec: int, "
                         "items: list[tuple[str | None, int]]) -> tuple[int, list[Array]]",
    "BatchCore.set_const": "(self, ids: Array | None) -> int",
    "BatchCore.set_models": "(self, models: MjModel | list[MjModel] | None) -> None",
    "BatchCore.state": "(self) -> F64_2", "BatchCore.state_component": "(self, component: int) -> tuple[int, int]",
    "BatchCore.status": "(self) -> I32_1",
    "BatchCore.step": "(self, ids: Array | None, nstep: int, stage_: int, post: bool = False) -> int",
    "BatchCore.warning": "(self) -> I32_3",
    "DeviceCore.__init__": "(self, model: MjModel, nsim: int, device: int, bits: int) -> None",
    "DeviceCore.address": "(self, name: str) -> tuple[int, int]", "DeviceCore.tally_address": "(self) -> tuple[int, int]",
    "DeviceCore.dlpack": "(self, at: int, shape: list[int], code: int, bits: int) -> Any", "DeviceCore.look": "(self, name: str) -> int",
    "DeviceCore.read": "(self, name: str) -> Array", "DeviceCore.write": "(self, name: str, x: Array) -> None",
    "DeviceCore.reset": "(self, mask: list[bool] | None, at: int, stride: int, key: int) -> None",
    "DeviceCore.set_models": "(self, models: list[MjModel]) -> None", "DeviceCore.set_stream": "(self, stream: int) -> None",
    "DeviceCore.step": "(self, nstep: int, ctrl: Array | None = None, at: int | None = None) -> None",
    "DeviceCore.tallies": "(self) -> I32_1", "DeviceCore.wait": "(self) -> None",
    "RolloutPool.__init__": "(self, nthread: int) -> None", "RolloutPool.nthread": "int",
    "RolloutPool.rollout": "(self, models: list[MjModel], data: list[MjData], nstep: int, spec: int, state0: Array, "
                           "warmstart: Array | None = None, control: Array | None = None, state: Array | None = None, "
                           "sensordata: Array | None = None) -> tuple[F64_3, F64_3]",
    "SoftRenderer.__init__": "(self, height: int, width: int) -> None", "SoftRenderer.forget": "(self) -> None",
    "SoftRenderer.geometry": "(self, model: MjModel, rows: bytes, eye: list[float]) -> tuple[bytes, bytes]",
    "SoftRenderer.rgb": "(self, model: MjModel, rows: bytes, eye: list[float], lamps: list[float], flags: list[int]) -> bytes",
    "SoftRenderer.size": "tuple[int, int]",
    "SoftRenderer.read_textures": "(self, model: MjModel) -> list[tuple[int, str]]",
    "StateTape.push": "(self, data: MjData) -> None", "StateTape.close": "(self) -> None", "replay_page": "(bytes: bytes) -> str",
    "verify_recording": "(bytes: bytes) -> tuple[int, tuple[int, float] | None]", "scene_skins": "(data: MjData) -> tuple[bytes, bytes]",
    "spec_simplify": "(spec: Parts, what: tuple[int, int], folder: str, assets: Mapping[str, bytes] | None) -> tuple[Parts, int]",
    "scene_shapes": "(data: MjData, groups: list[list[int]], flags: list[int], frame: int, categories: int) -> bytes",
    "ViewServer.camera": "(self, lookat: list[float], distance: float, azimuth: float, elevation: float, fixed: int) -> None",
    "ViewServer.close": "(self) -> None", "ViewServer.commands": "(self, data: MjData) -> list[tuple[str, Any]]",
    "ViewServer.publish": "(self, data: MjData, status: Any, extra: Any) -> None",
    "ViewServer.pull": "(self, data: MjData) -> Any", "ViewServer.release": "(self, data: MjData) -> None", "ViewServer.url": "str",
    "ViewServer.viewers": "int", "StepReport.diagnosis": "str | None", "StepReport.impact_law": "str",
    "StepReport.rungs": "tuple[int, int, int]", "ContactResult.rung": "int",
    "StepReport.parts": "int | None", "StepReport.rejected": "int | None", "StepReport.error": "float | None", "StepReport.geometry": "GeometryReport | None",
    "GeometryReport.deepest": "tuple[int, int] | None", "GeometryReport.missing_geoms": "tuple[int, int] | None",
    "GeometryReport.bent_contact": "int | None", "GeometryReport.bent": "int", "GeometryReport.missing": "int",
    "GeometryReport.checked": "int", "GeometryReport.unchecked": "int", "GeometryReport.depth": "float",
    # specs as dictionaries
    "spec_attach": "(parent: Parts, at: tuple[int, int, int], child: Parts | None, what: tuple[int, int], names: tuple[str, str]) "
                   "-> tuple[Parts, list[str]]",
    "spec_compile": "(spec: Parts, folder: str, assets: Mapping[str, bytes] | None) -> tuple[MjModel, list[str]]",
    "spec_copy_back": "(spec: Parts, model: MjModel) -> Parts",
    "spec_fields": "() -> dict[str, list[str]]", "spec_new": "() -> Parts", "spec_template": "() -> Parts",
    "spec_read": "(name: str, bytes: bytes, folder: str, assets: Mapping[str, bytes] | None = None) "
                 "-> tuple[Parts, list[str], dict[str, bytes]]",
    "spec_xml": "(spec: Parts, model: MjModel | None = None) -> str",
    "mjr_readPixels": "(rgb: NDArray[np.uint8] | None, depth: NDArray[np.float32] | None, viewport: MjrRect, con: MjrContext) -> None",
    # MuJoCo's functions whose Python form differs from C
    "mj_step": "(m: MjModel, d: MjData, nstep: int = 1) -> None",
    "mj_id2name": "(m: MjModel, type: int, id: int) -> str | None",
    "mj_name2id": "(m: MjModel, type: int, name: str | bytes) -> int",
    "mj_saveLastXML": "(filename: str, m: MjModel | None = None) -> None",
    "mj_saveModel": "(m: MjModel, filename: str | None = None, buffer: NDArray[np.uint8] | None = None) -> None",
    "mj_setLengthRange": "(m: MjModel, d: MjData, index: int, opt: MjLROpt) -> bool",
    "mj_fullM": "(m: MjModel, d: MjData | F64_2, dst: F64_2 | Array) -> None",
    "mj_getTotalmass": "(m: MjModel) -> float",
    "mj_printSchema": "(flg_html: bool, flg_pad: bool) -> str",
    "mj_embedAssets": "(m: MjModel) -> MjModel", "mj_loadTexture": "(m: MjModel, id: int) -> tuple[NDArray[np.uint8], int]",
    "mju_raySkin": "(nface: int, nvert: int, face: NDArray[np.int32], vert: NDArray[np.float32], pnt: Array, vec: Array, vertid: NDArray[np.int32] | None) -> float",
    "mju_getXMLDependencies": "(filename: str) -> list[str]",
    "mj_actuatorInputName": "(m: MjModel, id: int, input: int) -> str | None",
    "mj_printScene": "(s: MjvScene, filename: str) -> None", "mj_printFormattedScene": "(s: MjvScene, filename: str, float_format: str) -> None",
    "mj_flex": "(m: MjModel, d: MjData) -> None",
    "mj_getCache": "() -> Any", "mj_getCacheCapacity": "(cache: Any) -> int", "mj_getCacheSize": "(cache: Any) -> int",
    "mj_setCacheCapacity": "(cache: Any, size: int) -> int", "mj_clearCache": "(cache: Any) -> None",
    "mju_threadpool": "(d: MjData, nthread: int) -> None",
    "mj_loadPluginLibrary": "(path: str) -> None",
    "mj_loadAllPluginLibraries": "(directory: str, callback: Callable[..., Any] | None = None) -> None",
    "mju_str2Type": "(str: builtins.str | bytes) -> int",
    "mju_writeLog": "(type: str, msg: str) -> None",
    "mju_insertionSort": "(list: F64_1) -> None", "mju_insertionSortInt": "(list: I32_1) -> None",
    "mjd_transitionFD": "(m: MjModel, d: MjData, eps: float, flg_centered: bool, A: F64_2 | None = ..., B: F64_2 | None = ..., "
                        "C: F64_2 | None = ..., D: F64_2 | None = ...) -> None",
    "mjd_inverseFD": "(m: MjModel, d: MjData, eps: float, flg_actuation: bool, DfDq: F64_2 | None = ..., DfDv: F64_2 | None = ..., "
                     "DfDa: F64_2 | None = ..., DsDq: F64_2 | None = ..., DsDv: F64_2 | None = ..., DsDa: F64_2 | None = ..., "
                     "DmDq: F64_2 | None = ...) -> None",
    "mj_geomDistance": "(m: MjModel, d: MjData, geom1: int, geom2: int, distmax: float, fromto: F64_1 | None = ...) -> float",
    "set_mju_user_warning": "(function: Callable[..., Any] | None) -> None",
    "get_mju_user_warning": "() -> Callable[..., Any] | None",
    "mjr_maxViewport": "(con: MjrContext) -> MjrRect",
}

# words for units; a field without an entry has none or several
UNITS = {
    "m": "xpos xipos xanchor site_xpos geom_xpos cam_xpos light_xpos subtree_com mocap_pos ten_length actuator_length body_pos "
         "body_ipos geom_pos geom_size geom_rbound geom_margin geom_gap site_pos site_size cam_pos light_pos jnt_pos jnt_margin wrap_xpos "
         "tendon_range tendon_length0 tendon_lengthspring mesh_vert mesh_pos hfield_size geom_aabb dist includemargin meansize extent",
    "m or rad": "qpos qpos0 qpos_spring jnt_range key_qpos",
    "m/s or rad/s": "qvel key_qvel ten_velocity actuator_velocity",
    "m/s² or rad/s²": "qacc qacc_smooth qacc_warmstart",
    "N or N·m": "qfrc_applied qfrc_actuator qfrc_passive qfrc_constraint qfrc_bias qfrc_inverse qfrc_smooth qfrc_gravcomp qfrc_spring "
                "qfrc_damper qfrc_fluid qfrc_adhesion actuator_force jnt_actfrcrange actuator_forcerange dof_frictionloss efc_force "
                "tendon_frictionloss",
    "force N, torque N·m": "xfrc_applied",
    "torque N·m, force N": "cfrc_ext cfrc_int",
    "rad/s, m/s": "cvel", "rad/s², m/s²": "cacc",
    "s": "time timestep timeconst",
    "m/s²": "gravity", "m/s": "wind subtree_linvel", "kg·m²/s": "subtree_angmom",
    "kg": "body_mass body_subtreemass meanmass", "kg·m²": "body_inertia", "kg/m³": "density", "Pa·s": "viscosity",
    "J": "energy", "kg or kg·m²": "dof_armature", "N·s/m or N·m·s/rad": "dof_damping", "N/m or N·m/rad": "jnt_stiffness",
    "quaternion, w first": "xquat body_quat body_iquat geom_quat site_quat cam_quat mocap_quat",
}
UNIT = {name: unit for unit, names in UNITS.items() for name in names.split()}
