import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#contract/cameras/camera'
import { asWordKey } from '#src/i18n/i18n.ts'
import type { Column } from '#src/ui/ListTable.tsx'
import { CameraState } from '../CameraState.tsx'

/** A row with its place in the whole list, from 1. */
export type Numbered = Camera & { readonly index: number }

/** CAMERA-ADMIN-03. */
export function useManagerColumns(): readonly Column<Numbered>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { name: 'index', label: t('cameras:manager.index'), cell: ({ index }) => index, width: 72, hidden: 'narrow' },
      { name: 'name', label: t('cameras:form.name'), cell: ({ name }) => name, width: 180, grow: true },
      { name: 'deviceSerial', label: t('cameras:fact.serial'), cell: ({ deviceSerial }) => deviceSerial, width: 160, hidden: 'narrow' },
      {
        name: 'cameraType',
        label: t('cameras:fact.type'),
        cell: ({ cameraType }) => t(`cameras:type.${cameraType as 0 | 1}`),
        width: 110,
        hidden: 'narrow',
      },
      {
        name: 'cameraEnter',
        label: t('cameras:fact.enter'),
        cell: ({ cameraEnter }) => t(asWordKey(`cameras:enter.${cameraEnter}`)) as string,
        width: 140,
        hidden: 'narrow',
      },
      {
        name: 'channelNo',
        label: t('cameras:fact.channel'),
        cell: ({ channelNo }) => channelNo,
        width: 88,
        align: 'right',
        hidden: 'narrow',
      },
      { name: 'presence', label: t('cameras:fact.presence'), cell: (camera) => <CameraState camera={camera} />, width: 130 },
      {
        name: 'areaName',
        label: t('cameras:fact.area'),
        cell: ({ areaName, landName }) => (landName === null ? areaName : t('crud:pair', { one: areaName, two: landName })),
        width: 180,
        hidden: 'narrow',
      },
    ],
    [t],
  )
}
