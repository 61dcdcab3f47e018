import type { CommandState } from '#contract/devices/switch'

/** The command desk: asks devices, and knows how each asking ended. Owned by server/devices/commands.ts. */
export interface CommandDesk {
  /**
   * Records a command, then sends it (a motor that must reverse is stopped first and the command stays queued). Never throws for a
   * silent or absent device: that is an outcome. Answers within seconds also while the database is away: with what is known once the
   * command has left, and before that with error.switch.notSent, after which it never leaves.
   */
  request(wanted: {
    tenantId: number
    switchId: number
    status: number
    authorId: number
  }): Promise<{ result: 0 | 1; commandId: string; state: CommandState; message: string | null }>
  /** Asks the device to report now; false where it is not connected. */
  askReport(device: { tenantId: number; eui: string }): Promise<boolean>
  /** Tells the device how often to report; false where it is not connected. */
  askPeriod(device: { tenantId: number; eui: string }, periodMs: number): Promise<boolean>
}
