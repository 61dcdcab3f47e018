import Stack from '@mui/material/Stack'
import { type FunctionComponent, Suspense } from 'react'
import { AddressTabs } from '#src/ui/AddressTabs.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { BaseGate } from './BaseGate.tsx'

/** A page of the base that is worked in, in parts of which the address names the one that is shown. */
export function BaseTabs<Name extends string>({
  id,
  title,
  lead,
  parts,
  wordOf,
}: {
  /** Begins the ids of its elements. */
  id: string
  title: string
  lead: string
  parts: Readonly<Record<Name, FunctionComponent<{ areaId: number }>>>
  wordOf: (name: Name) => string
}) {
  const names = Object.keys(parts) as Name[]
  return (
    <BaseGate title={title} lead={lead}>
      {({ areaId }) => (
        <Page title={title} lead={lead}>
          <Stack sx={{ height: '100%' }}>
            <AddressTabs id={id} label={title} words={names.map((name) => [name, wordOf(name)])}>
              {(tab) => {
                const Part: FunctionComponent<{ areaId: number }> = parts[tab]
                return (
                  <Suspense fallback={<SkeletonList rows={6} height={52} />}>
                    <Part key={areaId} areaId={areaId} />
                  </Suspense>
                )
              }}
            </AddressTabs>
          </Stack>
        </Page>
      )}
    </BaseGate>
  )
}
