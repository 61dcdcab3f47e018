import type { ComponentProps } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Page } from './Page.tsx'
import { SkeletonPage } from './Skeletons.tsx'

/** A page whose record is not read yet, or could not be. */
export function Unread({
  title,
  query: { isError, error, refetch },
}: {
  title: string
  query: { readonly isError: boolean; readonly error: ComponentProps<typeof ErrorState>['error']; readonly refetch: () => unknown }
}) {
  if (!isError) return <SkeletonPage />
  return (
    <Page title={title}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Page>
  )
}
