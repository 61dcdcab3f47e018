import type { PushKind, PushSource, PushTarget } from '#contract/organization/dataPush'
import { type Overlap, USUAL_OVERLAP } from './OverlapField.tsx'

/** What stands in the form of a receiver. */
export interface PushDraft {
  readonly name: string
  readonly kind: PushKind
  readonly address: string
  readonly format: 'json' | 'ndjson'
  readonly topic: string
  readonly userName: string
  /** Never written down. */
  readonly password: string
  readonly secret: string
  /** For how many hours the one before goes along where `secret` is another. */
  readonly overlapHours: Overlap
  /** `value` null: the one that is set. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  readonly sources: readonly PushSource[]
  readonly areaIds: readonly number[]
  readonly deviceTypes: readonly string[]
  readonly deviceIds: readonly number[]
  readonly codes: readonly string[]
  readonly things: readonly string[]
  readonly batchSize: number | string | null
  readonly intervalSeconds: number | string | null
  readonly retentionHours: number | string | null
  readonly enabled: boolean
}

export const draftOf = (of: PushTarget | null): PushDraft => ({
  name: of?.name ?? '',
  kind: of?.kind ?? 'webhook',
  address: of?.address ?? '',
  format: of?.format ?? 'json',
  topic: of?.topic ?? 'furrow/{eui}/{source}',
  userName: of?.userName ?? '',
  password: '',
  secret: '',
  overlapHours: USUAL_OVERLAP,
  headers: of?.headerNames.map((name) => ({ name, value: null })) ?? [],
  sources: of?.sources ?? ['readings'],
  areaIds: of?.areaIds ?? [],
  deviceTypes: of?.deviceTypes ?? [],
  deviceIds: of?.deviceIds ?? [],
  codes: of?.codes ?? [],
  things: of?.things ?? [],
  batchSize: of?.batchSize ?? 200,
  intervalSeconds: of?.intervalSeconds ?? 5,
  retentionHours: of?.retentionHours ?? 24,
  enabled: of === null || of.enabledFlag === 1,
})

/** What may be written down of it: no secret. */
export const withoutSecrets = (draft: PushDraft): PushDraft => ({
  ...draft,
  password: '',
  secret: '',
  headers: draft.headers.map(({ name }) => ({ name, value: null })),
})

/** What a form says, secrets left out. */
export const factsOf = ({ enabled, password: _password, secret: _secret, overlapHours: _hours, ...draft }: PushDraft) => ({
  ...draft,
  headers: draft.kind === 'mqtt' ? [] : [...draft.headers],
  format: draft.kind === 'http' ? draft.format : ('json' as const),
  sources: [...draft.sources],
  areaIds: [...draft.areaIds],
  deviceTypes: [...draft.deviceTypes],
  things: [...draft.things],
  deviceIds: [...draft.deviceIds],
  codes: [...draft.codes],
  enabledFlag: enabled ? 1 : 0,
})
