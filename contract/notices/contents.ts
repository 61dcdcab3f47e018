import { defineContents } from '../core/contents.ts'
import { messageCalls, unreadTopic } from './message.ts'
import { noticeCalls } from './notice.ts'
import { undeliveredCalls } from './undelivered.ts'

export const notices = defineContents({
  calls: { message: messageCalls, notice: noticeCalls, undelivered: undeliveredCalls },
  topics: [unreadTopic],
})
