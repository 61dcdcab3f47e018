import { sql } from 'kysely'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'

const MB = 1024 * 1024

/** Holds the files of each tenant within `quotaMb` together; null for no end. */
export function fileQuota(quotaMb: number | null) {
  return {
    /** Throws CallFailure where `bytes` more do not fit. Others of the tenant who ask wait until this transaction ends: none counts what another is about to add. */
    async refuse(scope: Scope, bytes: number): Promise<void> {
      if (quotaMb == null) return
      await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow.files.${scope.tenantId}`}, 0))`.execute(scope.raw)
      const { used } = await scope
        .select('file')
        .select(sql<number>`coalesce(sum(file.bytes), 0)::bigint`.as('used'))
        .executeTakeFirstOrThrow()
      const left = Math.max(0, quotaMb * MB - used)
      if (bytes > left) throw new CallFailure('error.file.noSpace', { max: quotaMb, left: Math.floor((left / MB) * 10) / 10 })
    },
  }
}
export type FileQuota = ReturnType<typeof fileQuota>
