import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import TrendingDownIcon from '@mui/icons-material/TrendingDown'
import TrendingUpIcon from '@mui/icons-material/TrendingUp'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import type { StockLevel } from '#contract/inventory/stock'

const marks = {
  below: { Icon: TrendingDownIcon, color: 'warning' },
  above: { Icon: TrendingUpIcon, color: 'info' },
  normal: { Icon: CheckCircleOutlined, color: 'success' },
} as const satisfies Record<StockLevel, unknown>

/** How what is on hand stands against its limits: colour, picture and word together; a dash where there are none. */
export function LevelMark({ level }: { level: StockLevel | null }) {
  const { t } = useTranslation()
  if (level === null) return t('crud:none')
  const { Icon, color } = marks[level]
  // A word that is cut says nothing: it goes on in a second line.
  const look = { height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 } }
  return (
    <Chip sx={look} size="small" variant="outlined" color={color} icon={<Icon aria-hidden />} label={t(`inventory:stock.level.${level}`)} />
  )
}
