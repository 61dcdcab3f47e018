import type { PushKind, PushSource } from '#contract/organization/dataPush'

/** What of all that happens is sent; an empty list narrows nothing. */
export interface Filter {
  readonly sources: readonly PushSource[]
  readonly areaIds: readonly number[]
  readonly deviceTypes: readonly string[]
  readonly deviceIds: readonly number[]
  readonly codes: readonly string[]
  readonly things: readonly string[]
}
/** How it is worded and where it goes. */
export interface Receiver {
  readonly tenantId: number
  readonly kind: PushKind
  readonly address: string
  readonly format: 'json' | 'ndjson'
  readonly topic: string
  readonly userName: string
  readonly keyId: string
  /** Names the secret before this one while that goes along; null otherwise. */
  readonly oldKeyId: string | null
}
export interface Target extends Receiver {
  readonly id: number
  readonly filter: Filter
  readonly batchSize: number
  readonly intervalMs: number
  readonly retentionMs: number
  readonly enabled: boolean
  /** Sealed. */
  readonly password: string | null
  readonly secret: string | null
  readonly oldSecret: string | null
  /** Until when `oldSecret` signs too, ms UTC. */
  readonly oldSecretUntil: number | null
  readonly headers: string | null
}

/** What a secret of a receiver is sealed for; the one before it is what it was sealed as. */
export const purposeOf = (id: number, what: 'password' | 'secret' | 'headers'): string => `push ${id} ${what}`

export interface TargetRow {
  readonly id: number
  readonly tenant_id: number
  readonly kind: string
  readonly address: string
  readonly format: string
  readonly topic: string
  readonly user_name: string
  readonly key_id: string
  readonly password: string | null
  readonly secret: string | null
  readonly old_secret: string | null
  readonly old_key_id: string | null
  readonly old_secret_until: number | null
  readonly headers: string | null
  readonly sources: string[]
  readonly area_ids: number[]
  readonly device_types: string[]
  readonly device_ids: number[]
  readonly item_codes: string[]
  readonly things: string[]
  readonly batch_size: number
  readonly interval_seconds: number
  readonly retention_hours: number
  readonly enabled_flag: number
}

export const targetOf = (row: TargetRow): Target => ({
  id: row.id,
  tenantId: row.tenant_id,
  kind: row.kind as PushKind,
  address: row.address,
  format: row.format as Receiver['format'],
  topic: row.topic,
  userName: row.user_name,
  keyId: row.key_id,
  oldKeyId: row.old_key_id,
  password: row.password,
  secret: row.secret,
  oldSecret: row.old_secret,
  oldSecretUntil: row.old_secret_until,
  headers: row.headers,
  filter: {
    sources: row.sources as PushSource[],
    areaIds: row.area_ids.map(Number),
    deviceTypes: row.device_types,
    deviceIds: row.device_ids.map(Number),
    codes: row.item_codes,
    things: row.things,
  },
  batchSize: row.batch_size,
  intervalMs: row.interval_seconds * 1000,
  retentionMs: row.retention_hours * 3_600_000,
  enabled: row.enabled_flag === 1,
})
