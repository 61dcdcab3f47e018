import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { scopeCodes } from '#contract/organization/scopes'
import { hashSecret } from '../ground/broker/secret.ts'

const TENANT = 1
const HOUR_MS = 3_600_000

/** A program of the co-operative's trader that reads devices; its secret was told to nobody, a new one can be made. */
export async function writeApplications(client: pg.ClientBase, now: number): Promise<void> {
  const scopes = [...scopeCodes].filter((code) => !code.includes('.ps.') && code.startsWith('wfpf.farm.equipment.'))
  const { rows } = await client.query<{ user_id: string }>(
    `insert into furrow.application (tenant_id, user_id, name, description, client_id, scopes, per_minute, secret_hash, secret_key, secret_at)
     values ($1, 0, $2, $3, $4, $5, 120, $6, $7, $8) returning user_id`,
    [
      TENANT,
      '订单系统',
      '销售方的订单系统，每五分钟读取一次设备读数',
      'furrow_app_demo',
      scopes,
      hashSecret(randomBytes(32).toString('base64url')),
      randomUUID(),
      now - 20 * 24 * HOUR_MS,
    ],
  )
  const { user_id: identity } = rows[0]!
  // With the demo off it is nobody, as the demo's people are.
  await client.query('update furrow.app_user set demo = true where id = $1', [identity])
}
