import type { CommandCause } from '#contract/devices/command'
import type { Asked, Standings } from '#machines/devices/commandLane'

/** What a command acts on, as it is known when it is asked. */
export interface Subject {
  readonly tenantId: number
  readonly areaId: number
  readonly deviceId: number
  readonly eui: string
  readonly deviceName: string
  readonly target: string
  /** Of a switch, else null. */
  readonly switchId: number | null
  readonly switchName: string | null
  readonly circuit: number | null
}

/** A command as this server has it in hand. */
export interface Order extends Asked {
  readonly subject: Subject
  readonly verb: string
  readonly args: object
  readonly authorId: number | null
  readonly cause: CommandCause
  readonly causeName: string | null
  readonly createdAt: number
}
export type OpenOrder = Standings<Order>

export const laneKey = ({ deviceId, target }: Pick<Subject, 'deviceId' | 'target'>) => `${deviceId}/${target}`
