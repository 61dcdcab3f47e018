import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, moment, pageOf, pageQuery, text } from '../core/values.ts'
import { commandCause, commandPriority, commandState, HOLD_SECONDS, holdSeconds, MAX_RUN_SECONDS } from './command.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'
import { meteredRun } from './meter.ts'
import { SWITCH_KINDS, type SwitchKind } from './switchKind.ts'

const READ = DEVICE_READERS
const EDIT = deviceActors('edit')
/** Gates every device-control button, the pumps' too (PERMISSIONS-12). */
export const CONTROL = 'wfpf.farm.equipment.gateway.ps.delCollection' as const

export const statusesOf = {
  ordinary: [0, 1],
  related: [0, 1, 2],
  blind: [0, 1, 2],
  aerator: [0, 1],
} as const satisfies Record<SwitchKind, readonly number[]>

/** What runs is on and off; what lets something through, and whatever is not known, is open and closed. */
const LETS_THROUGH = /阀|闸|窗|门|valve|gate|vent|window|door/i
const RUNS = /灯|泵|风机|风扇|加热|增氧|搅拌|电源|插座|lamp|light|pump|fan|heater|aerator|mixer|power|outlet/i

/** The words of a switch's statuses: those of its kind, or `running` for an ordinary one whose name says that it runs. */
export type SwitchFace = SwitchKind | 'running'
export const faceOf = (kind: SwitchKind, name: string): SwitchFace =>
  kind === 'ordinary' && RUNS.test(name) && !LETS_THROUGH.test(name) ? 'running' : kind

/** One row of the control log: who asked what of which device, and how it ended. */
export const command = z.object({
  id: z.string(),
  /** Of `switch.set`, as `circuit` and `status`: null of every other verb. */
  switchId: z.int().nullable(),
  switchName: z.string(),
  switchKind: z.enum(SWITCH_KINDS),
  concentratorId: z.int(),
  deviceName: z.string(),
  eui: z.string(),
  circuit: z.int().nullable(),
  status: z.int().nullable(),
  verb: z.string(),
  args: z.record(z.string(), z.unknown()),
  state: commandState,
  /** Why it was refused: the device's own words, or the key of the server's reason. */
  message: z.string().nullable(),
  /** The person who asked, or in whose course the server asked. */
  author: z.string().nullable(),
  cause: commandCause,
  /** The name of the flow or timer that asked; of an interlock the key of why, with what fills it in. */
  causeName: z.string().nullable(),
  priority: commandPriority,
  /** Where it was asked for a volume. */
  volume: meteredRun.optional(),
  /** What it starts ends after this long, null where nothing ends it. */
  maxRunMs: z.int().nullable(),
  createdAt: z.int(),
  stateAt: z.int(),
  history: z.array(z.object({ state: commandState, at: z.int() })),
})
export type Command = z.infer<typeof command>

/** A command of a switch. */
export const switchCommand = command.extend({ circuit: z.int(), status: z.int() })
export type SwitchCommand = z.infer<typeof switchCommand>

/** A switch (2§3). `status` is what the device last said, null before it said anything; `ts` when. */
export const deviceSwitch = z.object({
  id: z.int(),
  concentratorId: z.int(),
  name: z.string(),
  eui: z.string(),
  circuit: z.int(),
  status: z.int().nullable(),
  ts: z.int().nullable(),
  online: z.int(),
  type: z.enum(SWITCH_KINDS),
  /** The documents' name of `status`, as text. */
  state: z.string(),
  relatedEquip: z.int().nullable(),
  switchTypeName: z.string(),
  /** The newest command of this switch that has not ended, or the last one that did. */
  command: switchCommand.nullable(),
  /** When the server ends what was started, ms UTC; null where nothing will. */
  runsUntil: z.int().nullable(),
  /** After so many seconds the device ends by itself what was started, however long that is to run; null where it does not say. */
  longestRun: z.int().nullable(),
  objectVersionNumber: z.int(),
})
export type DeviceSwitch = z.infer<typeof deviceSwitch>

/** From `at` (ms UTC, the server's clock) on the device said of its switch that it is `status`, and before that something else or nothing. */
const switchChange = z.object({ id: z.int(), at: z.int(), status: z.int() })
/** Where a reader of changes goes on: the time and id of the last one that was read. */
export const CHANGE_CURSOR = /^(\d{1,15})\.(\d{1,15})$/

export const controlAnswer = z.object({
  /** 1: the command left for the device; 0: it could not, see `message` (SWITCH-04). */
  result: z.int(),
  commandId: z.string(),
  state: commandState,
  message: z.string().nullable(),
  /** After so many seconds the device ends by itself what was started, and that is sooner than asked; null where it is not, or it does not say. */
  heldSeconds: z.int().nullable(),
})

/**
 * After this long the server and the device end what is started; else after the time that is usual for the type. Fails with error.switch.run
 * where nothing is started, with error.switch.runLimits outside what the type allows.
 */
export const runSeconds = integer(1, MAX_RUN_SECONDS).optional()

export const switchCalls = {
  list: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/switch',
    permission: READ,
    summary: 'The switches of a device, in order of circuit',
    query: z.object({ ...pageQuery, size: integer(0, 10_000).default(20) }),
    answer: pageOf(deviceSwitch),
    follows: ['switch', 'gateway', 'deviceWord'],
  }),
  details: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/switch/{id}/details',
    permission: READ,
    summary: 'One switch',
    answer: deviceSwitch,
    follows: ['switch', 'gateway', 'deviceWord'],
  }),
  detailsSwitch: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/{id}/details-switch',
    permission: READ,
    summary: "A device's switches without paging",
    answer: z.array(deviceSwitch),
    follows: ['switch', 'gateway', 'deviceWord'],
  }),
  control: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/mqtt/control/switch',
    permission: CONTROL,
    summary:
      'Asks a switch for a status. The answer says whether the command left; how it ends comes on the live topic and in the log. Fails beside `eui` with error.device.serialUnknown where the switch is no longer of that device, and with error.switch.notSent where the database does not answer within seconds: nothing was sent, and nothing will be',
    body: z.object({
      switchId: id,
      sw: integer(0, 2),
      eui: text(64),
      circuit: integer(1, 64),
      runSeconds,
      /** For so long flows and alarms leave it alone. */
      holdSeconds: holdSeconds.default(HOLD_SECONDS),
      /** m³: the start ends when its meter says so, and after its running time in any case. Fails with error.meter.none, .volume, .start. */
      volume: z.number().optional(),
    }),
    answer: controlAnswer,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'switch',
    path: '/wfpe/v1/{t}/device/switch',
    permission: EDIT,
    summary: 'Names a switch, sets its kind, or binds it to a related switch. Fails with error.switch.bound, error.switch.notBindable',
    body: z.object({
      id,
      name: text(60).nullable().default(null),
      type: z.enum(SWITCH_KINDS),
      relatedEquip: id.nullable().default(null),
      objectVersionNumber: integer(1, 2_000_000_000),
    }),
    answer: deviceSwitch,
  }),
  canBind: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/can-bind-switch',
    permission: READ,
    summary: 'Switches of a base that no other switch is bound to',
    query: z.object({ ...pageQuery, areaId: id, switchId: id.optional() }),
    answer: pageOf(deviceSwitch),
    follows: ['switch', 'gateway'],
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'switch',
    path: '/wfpe/v1/{t}/device/switch/{id}/del',
    permission: EDIT,
    summary: 'Forgets a switch; answers 1. It returns when the device names it again',
    answer: z.literal(1),
  }),
  log: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/gateway/log',
    permission: READ,
    summary: 'The control log, newest first',
    query: z.object({
      ...pageQuery,
      concentratorId: id.optional(),
      switchId: id.optional(),
      areaId: id.optional(),
      verb: text(40).optional(),
      state: commandState.optional(),
    }),
    answer: pageOf(command),
    follows: ['command', 'switch'],
  }),
  changes: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/device/switch/{id}/changes',
    permission: READ,
    summary: 'When a switch changed, as its device said, newest first; `next` is the cursor of what follows, null at the end',
    query: z.object({
      /** From `startTime` to `endTime`, both with their own ms, second or day: ms UTC, or `YYYY-MM-DD HH:mm:ss` in the tenant's zone. */
      startTime: z.union([moment, text(19)]).optional(),
      endTime: z.union([moment, text(19)]).optional(),
      size: integer(1, 1000).default(100),
      cursor: text(40).optional(),
    }),
    answer: z.object({
      content: z.array(switchChange),
      next: z.string().nullable(),
      /** The change that was in force as the range began; null where none is known. */
      before: switchChange.nullable(),
    }),
    follows: ['switch'],
  }),
}
