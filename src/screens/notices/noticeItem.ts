import type { userMessage } from '#contract/notices/message'
import type { Notice } from '#contract/notices/notice'
import type { z } from 'zod'
import { previewOf } from './cleanBody.ts'

/** A row of either list: an announcement, or a message of the product (NOTICES-07). */
export interface NoticeItem {
  readonly noticeId: number
  readonly title: string
  /** Without tags. */
  readonly preview: string
  /** Null: the product itself. */
  readonly publisher: string | null
  /** ms UTC; null of what was never published. */
  readonly at: number | null
  readonly isRead: boolean
}

export const fromNotice = ({ noticeId, title, noticeContent, publishedByUser, publishedDate, readFlag }: Notice): NoticeItem => ({
  noticeId,
  title,
  preview: previewOf(noticeContent.noticeBody),
  publisher: publishedByUser,
  at: publishedDate,
  isRead: readFlag === 1,
})

export const fromMessage = ({ userMessageId, subject, content, createdAt, readFlag }: z.infer<typeof userMessage>): NoticeItem => ({
  noticeId: userMessageId,
  title: subject,
  preview: content ?? '',
  publisher: null,
  at: createdAt,
  isRead: readFlag === 1,
})
