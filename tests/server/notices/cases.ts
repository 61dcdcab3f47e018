import { noticeCalls } from '#contract/notices/notice'
import type { AreaCases } from '../areaCases.ts'
import { none } from '../http/callCase.ts'

export const cases: AreaCases = {
  rows: async (build, { tenantId }) => ({
    draftNoticeId: (await build.aNotice({ tenant_id: tenantId, status: 'DRAFT', published_at: null })).id,
  }),
  calls: {
    'notice.withdraw': [404, ({ noticeId }) => ({ params: { id: noticeId }, body: { objectVersionNumber: 1 } })],
    'managedNotice.page': none,
    'managedNotice.get': [404, ({ noticeId }) => ({ params: { id: noticeId } })],
    'managedNotice.options': none,
    'managedNotice.reach': [null, () => ({ body: { audience: null } })],
    'managedNotice.readers': [404, ({ noticeId }) => ({ params: { id: noticeId } })],
    'managedNotice.readersSheet': [404, ({ noticeId }) => ({ params: { id: noticeId } })],
  },
  acts: {
    noticeRead: async ({ t, admin }) => {
      const body = { title: 'To everybody', noticeContent: { noticeBody: '<p>Rain</p>' } }
      const { noticeId } = (await admin.call(noticeCalls.create, { params: { t }, body })).body
      await admin.call(noticeCalls.readFlag, { params: { t, id: noticeId } })
      return noticeId
    },
  },
  withoutWho: { notice_audience: 'a part of an announcement, which says who wrote it and when' },
}
