import type { Kysely } from 'kysely'
import webPush from 'web-push'
import { z } from 'zod'
import type { Database } from '../../../ground/database/schema.ts'
import { serverSecret } from '../../../ground/database/serverSecret.ts'

const pair = z.object({ publicKey: z.string(), privateKey: z.string() })
/** By which push services and browsers know this installation (VAPID): a key pair of P-256, both halves in base64url. */
export type PushKeys = z.infer<typeof pair>

/** Answers them; made once, when they are first asked for. */
export function pushKeysOf(serviceDb: Kysely<Database>): () => Promise<PushKeys> {
  let kept: PushKeys | null = null
  return async () => {
    kept ??= pair.parse(JSON.parse(await serverSecret(serviceDb, 'push.key', () => JSON.stringify(webPush.generateVAPIDKeys()))))
    return kept
  }
}
