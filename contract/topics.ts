import { areas } from './areas.ts'
import type { Contents } from './core/contents.ts'
import type { AnyTopic } from './core/topic.ts'

/** Every topic there is; a name that matches none of them is refused. */
export const topics: readonly AnyTopic[] = Object.values<Contents>(areas).flatMap(({ topics: own = [] }) => own)
