import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { BaseGate } from '../session/BaseGate.tsx'

/** The base that is worked in, as far as a page of records needs it. */
export interface WorkedBase {
  readonly areaId: number
  readonly areaName: string
}

/** What a record that stands in a base begins with, and what its list is narrowed by; nothing of any other. */
export const withinBase = ({ areaField }: AnyResource, area: WorkedBase | null): Readonly<Record<string, unknown>> =>
  area && areaField ? { [areaField]: area.areaId } : {}

/** A page of a resource. Where its records stand in bases it waits for the one that is worked in, and says where there is none. */
export function InBase({
  of,
  title,
  children,
}: {
  of: Pick<AnyResource, 'areaField'>
  title: string
  children: (area: WorkedBase | null) => ReactNode
}) {
  const { t } = useTranslation()
  if (of.areaField === null) return children(null)
  return (
    <BaseGate title={title} none={t('crud:noBase')}>
      {children}
    </BaseGate>
  )
}
