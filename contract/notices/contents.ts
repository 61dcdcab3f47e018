import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { managedNoticeCalls } from './managedNotice.ts'
import { messageCalls, unreadTopic } from './message.ts'
import { noticeCalls } from './notice.ts'
import { undeliveredCalls } from './undelivered.ts'

export const notices = defineContents({
  calls: { message: messageCalls, notice: noticeCalls, managedNotice: managedNoticeCalls, undelivered: undeliveredCalls },
  topics: [unreadTopic],
  changes,
})
