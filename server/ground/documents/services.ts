import type { Registry } from '../crud/records.ts'
import type { FileGuard } from '../files/fences.ts'
import type { FileStorage } from '../files/storage.ts'
import type { Services } from '../services.ts'
import type { Approvals } from '../approvals/approvals.ts'

/** What the calls of documents are made with. */
export interface DocumentServices extends Pick<Services, 'live' | 'clock' | 'foreign' | 'serviceDb'> {
  readonly approvals: Approvals
  readonly registry: Registry
  readonly files: { readonly storage: FileStorage; readonly mayRead: FileGuard }
}
