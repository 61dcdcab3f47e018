import type { ComponentProps, ReactNode } from 'react'
import { QueryGate } from './QueryGate.tsx'
import { SkeletonList } from './Skeletons.tsx'

const nothing = () => null
const isNone = (data: unknown) =>
  Array.isArray(data) ? data.length === 0 : (data as { readonly totalElements?: number } | null)?.totalElements === 0

/** A `QueryGate` that waits with lines in the shape of a list; `none` stands for an empty page too. Without children it stands for what is not read yet. */
export function ListGate<Data>({
  rows = 5,
  height = 40,
  none,
  children = nothing,
  ...gate
}: Omit<ComponentProps<typeof QueryGate<Data>>, 'waiting' | 'children'> & {
  /** The lines that stand where nothing is known yet. */
  rows?: number
  height?: number
  children?: (data: Data) => ReactNode
}) {
  return (
    <QueryGate {...gate} waiting={<SkeletonList rows={rows} height={height} />}>
      {(data) => (none !== undefined && isNone(data) ? none : children(data))}
    </QueryGate>
  )
}
