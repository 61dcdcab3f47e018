import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined'
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined'
import WifiOffOutlined from '@mui/icons-material/WifiOffOutlined'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import BuildCircleOutlined from '@mui/icons-material/BuildCircleOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The variants of EMPTY-01, and the server's error. */
export type EmptyVariant =
  | 'pageNoSystem'
  | 'pageNoNetwork'
  | 'pageNoContain'
  | 'pageNoPower'
  | 'noData'
  | 'pageNoPage'
  | 'pageNoSearch'
  | 'serverError'

const pictures = {
  pageNoSystem: NotificationsNoneOutlined,
  pageNoNetwork: WifiOffOutlined,
  pageNoContain: ArticleOutlined,
  pageNoPower: LockOutlined,
  noData: InboxOutlined,
  pageNoPage: ExploreOffOutlined,
  pageNoSearch: SearchOffOutlined,
  serverError: BuildCircleOutlined,
} as const satisfies Record<EmptyVariant, typeof LockOutlined>

const hints = ['pageNoNetwork', 'pageNoSearch', 'pageNoPower', 'pageNoPage', 'serverError'] as const
type Hinted = (typeof hints)[number]
const isHinted = (variant: EmptyVariant): variant is Hinted => (hints as readonly string[]).includes(variant)

export interface EmptyStateProps {
  readonly variant: EmptyVariant
  /** Replaces the variant's own words. */
  readonly title?: string
  readonly text?: ReactNode
  /** The next step to take, e.g. an add button (wrap it in `Permitted`, EMPTY-02). */
  readonly action?: ReactNode
  /** It is the whole page: its words are the page's heading. */
  readonly page?: boolean
  /** Small, for a card or a popover. */
  readonly compact?: boolean
}

/** Says that there is nothing, why, and what to do next. */
export function EmptyState({ variant, title, text, action, page = false, compact = false }: EmptyStateProps) {
  const { t } = useTranslation()
  const Picture = pictures[variant]
  const said = text ?? (isHinted(variant) && !compact ? t(`frame:empty.hint.${variant}`) : null)
  return (
    <Box
      role={variant === 'pageNoNetwork' || variant === 'serverError' ? 'alert' : undefined}
      sx={{
        minHeight: compact ? 0 : page ? '100%' : 'min(420px, 100%)',
        py: compact ? 3 : 8,
        px: 2,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: 1,
      }}
    >
      <Picture aria-hidden sx={{ fontSize: compact ? 32 : 56, color: 'text.secondary', opacity: 0.6 }} />
      <Typography
        variant={compact ? 'body2' : 'h2'}
        component={page ? 'h1' : 'p'}
        sx={{ color: compact ? 'text.secondary' : 'text.primary' }}
      >
        {title ?? t(`frame:empty.${variant}`)}
      </Typography>
      {said != null && (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '46ch', textWrap: 'balance' }}>
          {said}
        </Typography>
      )}
      {action != null && <Box sx={{ mt: compact ? 0.5 : 2 }}>{action}</Box>}
    </Box>
  )
}
