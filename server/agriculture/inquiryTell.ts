import { INQUIRY_ANSWER, INQUIRY_READ } from '#contract/agriculture/permission'
import type { Scope } from '../ground/database/scope.ts'
import { holdersOf } from '../ground/messages/holders.ts'
import { messageTo, post } from '../ground/outbox/parcel.ts'
import type { InquiryRow } from './inquiryRows.ts'

/** Who may answer in a base and sees what is asked there, by name. */
export async function expertsIn({ raw, tenantId }: Scope, areaId: number): Promise<{ readonly id: number; readonly name: string }[]> {
  const readers = new Set((await holdersOf(raw, tenantId, areaId, INQUIRY_READ)).map(({ id }) => id))
  return (await holdersOf(raw, tenantId, areaId, INQUIRY_ANSWER)).filter(({ id }) => readers.has(id))
}

/** What is told of an inquiry: words under `agriculture:notice`. */
type News = 'asked' | 'askedOn' | 'answered' | 'accepted' | 'closed'

/** Tells these users, whoever did it excepted. */
export async function tellOf(
  { raw, tenantId }: Scope,
  { id, title }: Pick<InquiryRow, 'id' | 'title'>,
  { what, by, readers, at }: { what: News; by: { id: number; name: string }; readers: readonly (number | null)[]; at: number },
): Promise<void> {
  const told = new Set(readers.filter((one) => one !== null && one !== by.id) as number[])
  const message = {
    subject: `agriculture:notice.${what}.subject`,
    content: `agriculture:notice.${what}.content`,
    params: { name: by.name, title },
    link: `/web/agriculture/expert-inquiry?open=${id}`,
  }
  await post(
    raw,
    [...told].map((userId) => messageTo({ tenantId, userId }, message)),
    at,
  )
}

/**
 * Whom a question is for: the experts it names as far as they still may answer; where it names none, whoever may; and whoever has answered
 * before.
 */
export async function readersOfQuestion(scope: Scope, { id, area_id: areaId }: Pick<InquiryRow, 'id' | 'area_id'>): Promise<number[]> {
  const may = (await expertsIn(scope, areaId)).map((one) => one.id)
  const named = await scope.select('inquiry_expert').select('inquiry_expert.user_id').where('inquiry_expert.inquiry_id', '=', id).execute()
  const before = await scope
    .select('inquiry_message')
    .select('inquiry_message.author_id')
    .where('inquiry_message.inquiry_id', '=', id)
    .where('inquiry_message.kind', '=', 'answer')
    .execute()
  if (named.length === 0) return may
  const wanted = new Set<number | null>([...named.map((one) => one.user_id), ...before.map((one) => one.author_id)])
  return may.filter((one) => wanted.has(one))
}
