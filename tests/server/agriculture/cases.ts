import { inquiryCalls } from '#contract/agriculture/inquiry'
import type { AreaCases } from '../areaCases.ts'
import type { CallCase } from '../http/callCase.ts'

const byInquiry = (body?: Record<string, unknown>): CallCase => [
  404,
  ({ own }) => ({ params: { id: own['inquiryId']! }, ...(body ? { body } : {}) }),
]

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId, userId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const asked = { asked_at: 1, last_at: 2, state: 'answered', answers: 1 }
    const { id } = await build.insert('inquiry', { ...place, ...asked, title: 'Spots', asker_id: userId, asker_name: 'An asker' })
    const said = { ...place, inquiry_id: id, content: 'Grey spots', author_name: 'Somebody' }
    await build.insert('inquiry_message', { ...said, kind: 'question', author_id: userId, at: 1 })
    const { id: answerId } = await build.insert('inquiry_message', { ...said, kind: 'answer', at: 2 })
    return { inquiryId: id, inquiryAnswerId: answerId }
  },
  calls: {
    'inquiry.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'inquiry.experts': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'inquiry.get': byInquiry(),
    'inquiry.create': [422, ({ areaId }) => ({ body: { title: 'Spots', content: 'On the leaves', areaId } })],
    'inquiry.say': byInquiry({ content: 'They spread' }),
    'inquiry.accept': [404, ({ own }) => ({ params: { id: own['inquiryId']! }, body: { messageId: own['inquiryAnswerId']! } })],
    'inquiry.close': byInquiry({}),
  },
  acts: {
    inquiry: async ({ t, north, admin }) => {
      const body = { title: 'Spots', content: 'On the leaves', areaId: north.id }
      return (await admin.call(inquiryCalls.create, { params: { t }, body })).body.inquiryId
    },
  },
  withoutWho: {
    inquiry_expert: 'a part of a question, which says who asked it and when',
    inquiry_message: 'says itself who wrote it and when, also when the account is gone',
  },
}
