import type { Selectable } from 'kysely'
import type { Inquiry, InquiryInfo, InquiryState } from '#contract/agriculture/inquiry'
import { INQUIRY_ANSWER, INQUIRY_ASK } from '#contract/agriculture/permission'
import type { PermissionCode } from '#contract/core/call'
import type { InquiryPerson } from '#machines/agriculture/inquiry'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'

export type InquiryRow = Selectable<Database['inquiry']>

/** Whether a code is held in this base. */
function holdsIn({ grant }: Asking, code: PermissionCode, areaId: number): boolean {
  if (!grant.holds(code)) return false
  const areas = grant.areasFor([code])
  return areas === null || areas.includes(areaId)
}

/** What the caller is to an inquiry. */
export const personOf = (
  asking: Asking,
  { area_id: areaId, asker_id: askerId }: Pick<InquiryRow, 'area_id' | 'asker_id'>,
): InquiryPerson => ({
  isAsker: askerId === asking.caller.userId,
  mayAsk: holdsIn(asking, INQUIRY_ASK, areaId),
  mayAnswer: holdsIn(asking, INQUIRY_ANSWER, areaId),
})

export async function findInquiry(scope: Scope, id: number, { lock = false } = {}): Promise<InquiryRow> {
  const one = scope.select('inquiry').selectAll('inquiry').where('inquiry.id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Rows with what they name. */
export async function describeInquiries(scope: Scope, rows: readonly InquiryRow[]): Promise<Inquiry[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const named = await scope
    .select('inquiry')
    .innerJoin('area', 'area.id', 'inquiry.area_id')
    .leftJoin('land', 'land.id', 'inquiry.land_id')
    .leftJoin('batch', 'batch.id', 'inquiry.batch_id')
    .select(['inquiry.id', 'area.area_name', 'land.land_name', 'batch.batch_name'])
    .where('inquiry.id', 'in', ids)
    .execute()
  const experts = await scope
    .select('inquiry_expert')
    .select(['inquiry_expert.inquiry_id', 'inquiry_expert.user_id', 'inquiry_expert.name'])
    .where('inquiry_expert.inquiry_id', 'in', ids)
    .orderBy('inquiry_expert.name')
    .orderBy('inquiry_expert.user_id')
    .execute()
  const names = new Map(named.map((one) => [one.id, one]))
  return rows.map((row) => ({
    inquiryId: row.id,
    title: row.title,
    state: row.state as InquiryState,
    areaId: row.area_id,
    areaName: names.get(row.id)?.area_name ?? '',
    landId: row.land_id,
    landName: names.get(row.id)?.land_name ?? null,
    batchId: row.batch_id,
    batchName: names.get(row.id)?.batch_name ?? null,
    asker: { userId: row.asker_id, name: row.asker_name },
    experts: experts.filter((one) => one.inquiry_id === row.id).map((one) => ({ userId: one.user_id, name: one.name })),
    answers: row.answers,
    askedAt: row.asked_at,
    lastAt: row.last_at,
  }))
}

/** One inquiry as the caller sees it, with all that was said. */
export async function readInquiry(scope: Scope, asking: Asking, id: number): Promise<InquiryInfo> {
  const row = await findInquiry(scope, id)
  const [one] = await describeInquiries(scope, [row])
  const messages = await scope
    .select('inquiry_message')
    .selectAll('inquiry_message')
    .where('inquiry_message.inquiry_id', '=', id)
    .orderBy('inquiry_message.id')
    .execute()
  return {
    ...one!,
    messages: messages.map((said) => ({
      messageId: said.id,
      kind: said.kind as 'question' | 'answer',
      content: said.content,
      pictures: said.pictures,
      by: { userId: said.author_id, name: said.author_name },
      at: said.at,
      accepted: said.id === row.accepted_id,
    })),
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    closeReason: row.close_reason,
    ...personOf(asking, row),
  }
}
