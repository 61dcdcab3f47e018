import { approvalsTopic } from './approvals/approval.ts'
import type { AnyTopic } from './core/topic.ts'
import { liveTopics } from './devices/live.ts'
import { deviceTopics } from './devices/protocol.ts'
import { unreadTopic } from './notices/message.ts'
import { changedTopic } from './session/changed.ts'
import { rightsTopic } from './session/rights.ts'

/** Every topic there is; a name that matches none of them is refused. */
export const topics: readonly AnyTopic[] = [...deviceTopics, ...liveTopics, unreadTopic, changedTopic, rightsTopic, approvalsTopic]
