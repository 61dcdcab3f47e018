import type { AlarmSeverity } from '#contract/alarms/severity'
import { type AlarmStaff, type ChannelKind, isOwnChannel } from '#contract/alarms/staff'
import type { Hours } from '#src/watch/condition/HoursFields.tsx'

export interface ChannelDraft {
  readonly id: number | null
  readonly kind: ChannelKind
  readonly address: string
  /** null: the one that is set stays. */
  readonly secret: string | null
  readonly hasSecret: boolean
  readonly severity: AlarmSeverity
}
export interface PersonDraft {
  readonly userId: number | null
  readonly name: string
  readonly language: AlarmStaff['language']
  readonly enabled: boolean
  readonly shifts: readonly Hours[]
  readonly channels: readonly ChannelDraft[]
}

const MORNING = 8 * 60
const EVENING = 18 * 60
export const blankShift: Hours = { from: MORNING, to: EVENING, days: [1, 2, 3, 4, 5] }
export const blankChannel: ChannelDraft = { id: null, kind: 'sms', address: '', secret: null, hasSecret: false, severity: 'major' }

export const draftOf = (of: AlarmStaff | null, language: AlarmStaff['language']): PersonDraft =>
  of === null
    ? { userId: null, name: '', language, enabled: true, shifts: [], channels: [blankChannel] }
    : {
        userId: of.userId,
        name: of.userId === null ? of.name : '',
        language: of.language,
        enabled: of.enabledFlag === 1,
        shifts: of.shifts,
        channels: of.channels.map((channel) => ({ ...channel, secret: null })),
      }

/** What may be written down of it: no secret, nor an address that is one. */
export const withoutSecrets = (draft: PersonDraft): PersonDraft => ({
  ...draft,
  channels: draft.channels.map((channel) => ({
    ...channel,
    secret: null,
    address: channel.kind === 'sms' || channel.kind === 'email' || isOwnChannel(channel.kind) ? channel.address : '',
  })),
})

/** As the calls take it, for the bases of `of` or a new person of one. */
export const bodyOf = ({ userId, name, language, enabled, shifts, channels }: PersonDraft, areaIds: readonly number[]) => ({
  userId,
  name,
  language,
  areaIds: [...areaIds],
  enabledFlag: enabled ? 1 : 0,
  shifts: shifts.map(({ from, to, days }) => ({ from, to, days: [...days] })),
  channels: channels.map(({ id, kind, address, secret, severity }) => ({ id, kind, address, secret, severity })),
})
