import type { CommandPriority, CommandState } from '#contract/devices/command'
import type { Verb } from '#contract/core/verb'

/** Who or what asks for a command. The server's own stops are not asked for: it makes them itself. */
export type Asker =
  | { readonly by: 'user'; readonly userId: number }
  /** In the course of something that a person arranged; that person is told of a failure. */
  | { readonly by: 'flow' | 'timer' | 'interlock' | 'meter' | 'emergency'; readonly name: string; readonly userId: number | null }
  | { readonly by: 'makeSafe'; readonly userId: number | null }

export interface Wish<Args extends object, Kind extends string> {
  /** Of the command, where it was written down before it is asked for. */
  readonly id?: string | undefined
  readonly tenantId: number
  readonly deviceId: number
  readonly verb: Verb<Args, Kind>
  readonly args: Args
  readonly asker: Asker
  /** What is under way is superseded by what stands as high or higher; what stands lower is refused. */
  readonly priority: CommandPriority
  /** What is started ends after this long, by the device where it can and by the server in any case; ms. Else after what is usual for it. */
  readonly maxRunMs?: number | undefined
  /** It waits for its device, however long that is away. */
  readonly waits?: true
  /** Where it is taken, flows and alarms leave the circuit to the person who asked for so long from then on, ms; 0 gives it back to them. */
  readonly holdMs?: number | undefined
}
export interface CommandAnswer {
  /** 1: it left for the device. */
  readonly result: 0 | 1
  readonly commandId: string
  readonly state: CommandState
  readonly message: string | null
  /** After so many seconds the device ends by itself what was started, and that is sooner than asked; null where it is not, or it does not say. */
  readonly heldSeconds: number | null
}

/** The command desk: asks devices, and knows how each asking ended. Owned by server/ground/commands. */
export interface CommandDesk {
  /**
   * Records a command, then sends it (a motor that must reverse is stopped first and the command stays queued). Never throws for a
   * silent or absent device, nor where something that stands higher is under way or forbids it (server/ground/commands/precedence): these are outcomes. Answers within seconds also while the
   * database is away: with what is known once the command has left, and before that with error.switch.notSent, after which it never leaves.
   * Fails with error.notFound, with what the verb says against the target, and with error.switch.run where nothing is started that
   * could run, and with error.switch.runLimits (`least` and `most` in seconds) where it may not run so long or so short.
   */
  request<Args extends object, Kind extends string>(wish: Wish<Args, Kind>): Promise<CommandAnswer>
  /** Asks the device to report now; false where it is not connected. */
  askReport(device: { tenantId: number; eui: string }): Promise<boolean>
  /** Tells the device how often to report; false where it is not connected. */
  askPeriod(device: { tenantId: number; eui: string }, periodMs: number): Promise<boolean>
}
