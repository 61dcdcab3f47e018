import type { Registry } from '../crud/records.ts'
import type { Files } from '../files/open.ts'
import type { Services } from '../services.ts'
import type { Approvals } from './approvals.ts'

/** What the calls of a kind of document are made with. */
export interface DocumentServices extends Pick<Services, 'live' | 'clock' | 'foreign' | 'serviceDb'> {
  readonly registry: Registry
  readonly approvals: Approvals
  readonly files: Files
}
