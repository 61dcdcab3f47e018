import type { Door } from '../outbox/outbox.ts'
import type { LivePublisher } from './live.ts'

/** Change notices: what an open console reads anew. */
export const changedDoor = (live: Pick<LivePublisher, 'changed'>): Door<'changed'> => ({
  lastIsEnough: true,
  deliver: async ({ tenantId, body: { name, id, areaId } }) => live.changed(tenantId, name, id, areaId),
})
