import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceType, deviceTypes } from '#contract/devices/deviceType'
import { useItemWords } from '#src/devices/useItemWords.ts'
import type { Column } from '#src/ui/ListTable.tsx'
import { EnabledCell, HeardCell, ItemCell, type Listed, NameCell, NewestCell, PeriodCell, PresenceCell } from './cells.tsx'
import { SwitchesCell } from './SwitchesCell.tsx'

type Labelled = 'name' | 'eui' | 'deviceType' | 'areaId' | 'landId' | 'iccid' | 'reportingMinutes' | 'enabledFlag'

/**
 * The columns of a list of devices: who each is and whether it is there, what it measures and switches, what it is and where it stands.
 * `shown` are the codes of items that have a column; without any the reading that stands for the device has one. A list over all bases
 * (`everywhere`) says the base in its place.
 */
export function useColumns(types: readonly DeviceType[], shown: readonly string[], everywhere: boolean): readonly Column<Listed>[] {
  const { t } = useTranslation()
  // A value with its marks and its age on two lines.
  const roomy = useMediaQuery((theme) => theme.breakpoints.up('lg'))
  const itemWord = useItemWords()
  return useMemo<Column<Listed>[]>(() => {
    const label = (name: Labelled) => t(`devices:gateway.fields.${name}`)
    const there: Column<Listed>[] = [
      { name: 'name', label: label('name'), cell: (of) => <NameCell of={of} />, sortable: true, grow: true, width: 104 },
      {
        name: 'presence',
        label: t('devices:gateway.presence'),
        cell: (of) => <PresenceCell of={of} />,
        sortable: true,
        width: 116,
        hidden: 'narrow',
      },
      {
        name: 'heardAt',
        label: t('devices:gateway.heard'),
        cell: (of) => <HeardCell of={of} />,
        sortable: true,
        width: 116,
        hidden: 'narrow',
      },
    ]
    const base: Column<Listed> = {
      name: 'areaName',
      label: label('areaId'),
      cell: ({ areaName }) => areaName,
      sortable: true,
      width: everywhere ? 132 : 112,
    }
    const measured: Column<Listed>[] =
      shown.length === 0
        ? [
            {
              name: 'newest',
              label: t('devices:gateway.newest'),
              cell: (of) => <NewestCell of={of} />,
              width: roomy ? 200 : 112,
              // In the hand the base stands there.
              ...(everywhere ? { hidden: 'middling' as const } : {}),
            },
          ]
        : shown.map((code, at) => ({
            name: `item.${code}`,
            label: itemWord(code),
            cell: (of: Listed) => <ItemCell of={of} code={code} />,
            width: roomy ? 150 : 112,
            // In the hand the first reading stands for the device.
            ...(at === 0 ? {} : { hidden: at < 3 ? ('narrow' as const) : ('middling' as const) }),
          }))
    const switches: Column<Listed> = {
      name: 'switches',
      label: t('devices:page.switches'),
      cell: (of) => <SwitchesCell of={of} />,
      width: 150,
      hidden: everywhere ? 'always' : 'narrow',
    }
    const type: Column<Listed> = {
      name: 'deviceType',
      label: label('deviceType'),
      cell: ({ deviceType }) => t(`devices:type.${deviceType}`),
      sortable: true,
      width: 128,
      hidden: 'narrow',
    }
    const facts: Column<Listed>[] = [
      { name: 'eui', label: label('eui'), cell: ({ eui }) => eui, sortable: true, width: 160, hidden: 'narrow' },
      {
        name: 'firmware',
        label: t('devices:firmware.version'),
        cell: ({ firmware }) => firmware ?? '--',
        width: 104,
        hidden: everywhere ? 'narrow' : 'always',
      },
      {
        name: 'landName',
        label: label('landId'),
        cell: ({ landName }) => landName ?? '--',
        width: 130,
        hidden: 'middling',
      },
      {
        name: 'reportingPeriod',
        label: label('reportingMinutes'),
        cell: ({ reportingPeriod }) => <PeriodCell ms={reportingPeriod} />,
        width: 160,
        hidden: 'middling',
      },
      {
        name: 'enabledFlag',
        label: label('enabledFlag'),
        cell: (of) => <EnabledCell of={of} />,
        width: 104,
        hidden: everywhere ? 'narrow' : 'always',
      },
      { name: 'iccid', label: label('iccid'), cell: ({ iccid }) => iccid ?? '--', width: 180, hidden: 'always' },
    ]
    return [
      ...there,
      ...(everywhere ? [base] : []),
      ...measured,
      ...(types.some((one) => deviceTypes[one].circuits !== null) ? [switches] : []),
      ...(types.length > 1 ? [type] : []),
      ...facts,
    ]
  }, [t, roomy, types, shown, itemWord, everywhere])
}
