import type { Kysely } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import type { Seal } from '../../ground/seal.ts'
import type { CloudKeys } from '../drivers/ezviz/tokens.ts'

/** What the secret of a tenant's keys is sealed for. */
export const cloudPurposeOf = (tenantId: number): string => `camera cloud ${tenantId}`

export interface Cloud {
  /** null: the tenant has none, or they cannot be opened. */
  readonly keys: CloudKeys | null
  /** null: the tenant has named no media server. */
  readonly mediaServerUrl: string | null
}

/** How the cameras of a tenant are reached through others, as of now. The secret is open here and nowhere else: it is never logged. */
export async function readCloud(db: Kysely<Database>, seal: Seal, tenantId: number): Promise<Cloud> {
  const row = await db
    .selectFrom('camera_cloud')
    .select(['app_key', 'app_secret', 'media_server_url'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!row) return { keys: null, mediaServerUrl: null }
  const appSecret = row.app_secret === null ? null : await seal.open(cloudPurposeOf(tenantId), row.app_secret)
  return {
    keys: row.app_key === '' || appSecret === null ? null : { appKey: row.app_key, appSecret },
    mediaServerUrl: row.media_server_url === '' ? null : row.media_server_url,
  }
}
