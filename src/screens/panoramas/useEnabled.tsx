import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import { useTranslation } from 'react-i18next'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'

interface Enabled {
  readonly enabledFlag: number
}

/** How the lists of panoramas and of tours show, ask for and change whether one is enabled. */
export function useEnabled() {
  const { t } = useTranslation()
  const label = t('panoramas:enabled.label')
  return {
    filter: {
      name: 'enabledFlag' as const,
      label,
      options: [
        { value: '1', label: t('panoramas:enabled.yes') },
        { value: '0', label: t('panoramas:enabled.no') },
      ],
    },
    column: {
      name: 'enabledFlag',
      label,
      width: 110,
      cell: ({ enabledFlag }) => t(enabledFlag === 1 ? 'panoramas:enabled.yes' : 'panoramas:enabled.no'),
    } satisfies Column<Enabled>,
    /** Turns one on, or off where it is on. */
    acts: <Row extends Enabled>(turn: (row: Row) => unknown, may: boolean): RowAction<Row>[] => [
      {
        name: 'disable',
        label: t('panoramas:enabled.disable'),
        icon: <BlockIcon />,
        may,
        shown: ({ enabledFlag }) => enabledFlag === 1,
        run: (row) => void turn(row),
      },
      {
        name: 'enable',
        label: t('panoramas:enabled.enable'),
        icon: <CheckIcon />,
        may,
        shown: ({ enabledFlag }) => enabledFlag !== 1,
        run: (row) => void turn(row),
      },
    ],
    /** What is said of one that was turned. */
    turned: ({ enabledFlag }: Enabled, name: string) =>
      t(enabledFlag === 1 ? 'panoramas:enabled.disabled' : 'panoramas:enabled.enabled', { name }),
  }
}
