import type { ServerContents } from '../ground/contents.ts'
import { noticeHandlers } from './announcements.ts'
import { deviceLoss } from './deviceLoss.ts'
import { messageHandlers } from './handlers.ts'
import { managedNoticeHandlers } from './managed.ts'
import { undeliveredHandlers } from './undelivered.ts'

export const notices = {
  jobs: (context) => [deviceLoss(context)],
  handlers: (context) => ({
    message: messageHandlers(context),
    notice: noticeHandlers(context),
    managedNotice: managedNoticeHandlers(context),
    undelivered: undeliveredHandlers(context),
  }),
} satisfies ServerContents<'notices'>
