import type { CallRequest } from '#contract/core/call'
import type { inquiryCalls } from '#contract/agriculture/inquiry'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { FileGuard } from '../ground/files/fences.ts'
import type { Asking } from '../ground/http/handler.ts'
import { addMessage, authorOf } from './inquiryMessage.ts'
import { expertsIn, readersOfQuestion, tellOf } from './inquiryTell.ts'

type Question = CallRequest<(typeof inquiryCalls)['create']>['body']

/** The plot that a question is about: the one that is named, or that of its batch; both of its base, and the batch of the plot. */
async function plotOf(scope: Scope, asking: Asking, { areaId, landId, batchId }: Question): Promise<number | null> {
  const refuse = (field: string, words: string) => besideField(asking, 'error.input.invalid', field, words)
  if (landId !== null) {
    const land = await scope.select('land').select('land.area_id').where('land.id', '=', landId).executeTakeFirst()
    if (!land) throw besideField(asking, 'error.record.unknown', 'landId', 'unknown')
    if (land.area_id !== areaId) throw refuse('landId', 'plotElsewhere')
  }
  if (batchId === null) return landId
  const batch = await scope.select('batch').select(['batch.area_id', 'batch.land_id']).where('batch.id', '=', batchId).executeTakeFirst()
  if (!batch) throw besideField(asking, 'error.record.unknown', 'batchId', 'unknown')
  if (batch.area_id !== areaId || (landId !== null && batch.land_id !== landId)) throw refuse('batchId', 'batchElsewhere')
  return batch.land_id
}

/** Asks a question; answers the id of the inquiry. Throws CallFailure beside the input that is wrong. */
export async function openInquiry(
  scope: Scope,
  asking: Asking,
  body: Question,
  { at, mayRead }: { at: number; mayRead: FileGuard },
): Promise<number> {
  const { areaId } = body
  const area = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!area) throw besideField(asking, 'error.record.unknown', 'areaId', 'unknown')
  const landId = await plotOf(scope, asking, body)
  const able = await expertsIn(scope, areaId)
  const wanted = [...new Set(body.experts)]
  const experts = able.filter(({ id }) => wanted.includes(id) && id !== asking.caller.userId)
  if (experts.length < wanted.length) throw besideField(asking, 'error.record.unknown', 'experts', 'notExpert')
  const asker = await authorOf(scope, asking)
  const row = await scope
    .insert('inquiry', [
      {
        area_id: areaId,
        land_id: landId,
        batch_id: body.batchId,
        title: body.title.trim(),
        asker_id: asker.id,
        asker_name: asker.name,
        asked_at: at,
        last_at: at,
      },
    ])
    .returning(['inquiry.id', 'inquiry.area_id', 'inquiry.title'])
    .executeTakeFirstOrThrow()
  if (experts.length > 0)
    await scope
      .insert(
        'inquiry_expert',
        experts.map(({ id, name }) => ({ inquiry_id: row.id, user_id: id, area_id: areaId, name })),
      )
      .execute()
  const by = await addMessage(scope, asking, { of: row, kind: 'question', said: body, at, mayRead })
  await tellOf(scope, row, { what: 'asked', readers: await readersOfQuestion(scope, row), by, at })
  return row.id
}
