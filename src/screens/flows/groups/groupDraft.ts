import { statusesOf } from '#contract/devices/switch'
import type { SwitchKind } from '#contract/devices/switchKind'
import type { DeviceGroup, Rollout } from '#contract/flows/deviceGroup'

/** A circuit of a group as it is shown while it is ordered. */
export interface Member {
  readonly id: number
  readonly name: string
  readonly deviceName: string
  readonly kind: SwitchKind
}
export interface GroupDraft {
  readonly name: string
  readonly note: string
  readonly rollout: Rollout
  /** As typed. */
  readonly seconds: number | string | null
  readonly members: readonly Member[]
}
const USUAL_SECONDS = 10

export const draftOf = (of: DeviceGroup | null): GroupDraft =>
  of === null
    ? { name: '', note: '', rollout: 'together', seconds: USUAL_SECONDS, members: [] }
    : {
        name: of.name,
        note: of.note,
        rollout: of.rollout,
        seconds: of.seconds,
        members: of.members.map(({ switchId, switchName, deviceName, kind }) => ({ id: switchId, name: switchName, deviceName, kind })),
      }

/** What is sent; seconds that no rollout asks for do not stand in the way. */
export const bodyOf = ({ members, ...facts }: GroupDraft, areaId: number) => ({
  areaId,
  ...facts,
  seconds: facts.rollout !== 'staggered' && typeof facts.seconds !== 'number' ? USUAL_SECONDS : facts.seconds,
  switchIds: members.map(({ id }) => id),
})

/** Circuits of one group have the same statuses: a motor's two directions are none of a lamp. */
export const fits = ({ kind }: Pick<Member, 'kind'>, members: readonly Pick<Member, 'kind'>[]): boolean => {
  const first = members[0]
  return first === undefined || statusesOf[kind].length === statusesOf[first.kind].length
}

/** Moves a circuit to another place; a place that there is not changes nothing. */
export function moved<One>(all: readonly One[], from: number, to: number): readonly One[] {
  if (to < 0 || to >= all.length || from === to) return all
  return all.toSpliced(from, 1).toSpliced(to, 0, all[from]!)
}
