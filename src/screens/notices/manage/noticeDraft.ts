import type { Attachment } from '#contract/core/document'
import type { ManagedNotice } from '#contract/notices/managedNotice'
import type { NoticeAudience } from '#contract/notices/notice'

/** What stands in the form of an announcement. */
export interface NoticeDraft {
  readonly title: string
  readonly body: string
  readonly everybody: boolean
  readonly audience: NoticeAudience
  readonly files: readonly Attachment[]
  readonly renew: boolean
  /** The version that it began with: what somebody else saves meanwhile is not written over. */
  readonly version: number
}

const idsOf = (named: readonly { readonly id: number }[] | undefined) => (named ?? []).map(({ id }) => id)

export const draftOf = (of: ManagedNotice | null): NoticeDraft => ({
  title: of?.title ?? '',
  body: of?.noticeContent.noticeBody ?? '',
  everybody: of === null || of.audience === null,
  audience: {
    roleIds: idsOf(of?.audience?.roles),
    unitIds: idsOf(of?.audience?.units),
    areaIds: idsOf(of?.audience?.bases),
    userIds: idsOf(of?.audience?.people),
  },
  files: of?.attachments ?? [],
  renew: false,
  version: of?.objectVersionNumber ?? 0,
})

export const audienceOf = ({ everybody, audience }: NoticeDraft): NoticeAudience | null => (everybody ? null : audience)
/** Whether it names anybody at all: else nobody can be asked for. */
export const namesSomebody = ({ everybody, audience }: NoticeDraft): boolean =>
  everybody || Object.values(audience).some((ids) => ids.length > 0)

export const bodyOf = (draft: NoticeDraft, statusCode: 'DRAFT' | 'PUBLISHED') => ({
  title: draft.title,
  noticeContent: { noticeBody: draft.body },
  statusCode,
  // The files are named one by one from here on, those of a uuid too.
  attachmentUuid: null,
  attachments: draft.files.map(({ id }) => id),
  audience: audienceOf(draft),
})
