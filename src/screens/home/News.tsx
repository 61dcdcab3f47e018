import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Avatar from '@mui/material/Avatar'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { valueTypes } from '#contract/news/article'
import { consultCalls, homeNewsOf, SHOWN_NEWS } from '#contract/news/consult'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { dayText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'

const ArticleDialog = lazyPart(() => import('./ArticleDialog.tsx'))

/** The address that opens an article over the page at hand. */
const ARTICLE = 'article'

/**
 * The latest five articles; the opened one stands in the address, so that a reload and a link keep it (HOME-05). Nothing where the
 * tenant publishes none (TENANT-05).
 */
export function News() {
  const { t, i18n } = useTranslation()
  const { tenantId } = useSession()
  const [search, setSearch] = useSearchParams()
  const opened = Number(search.get(ARTICLE) ?? Number.NaN)
  const show = (articleId: number | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (articleId == null) next.delete(ARTICLE)
        else next.set(ARTICLE, String(articleId))
        return next
      },
      { replace: articleId == null },
    )
  const news = useCall(
    consultCalls.page,
    { params: { t: tenantId }, query: { page: 0, size: 0, enabledFlag: 1, valueType: valueTypes.latest } },
    { select: ({ content }) => content.slice(0, SHOWN_NEWS).map(homeNewsOf) },
  )
  const { data: setting } = useCall(tenantSettingCalls.consult, { params: { t: tenantId } }, { staleTime: 5 * 60_000 })
  if (setting?.consultFlag === 0) return null
  return (
    <Section title={t('home:news.title')} flush>
      {news.isPending && <SkeletonList rows={SHOWN_NEWS} height={48} />}
      {news.isError && <ErrorState compact title={t('home:failed.news')} error={news.error} onRetry={() => void news.refetch()} />}
      {news.data?.length === 0 && <EmptyState compact variant="pageNoContain" title={t('home:news.empty')} />}
      <List disablePadding sx={{ pb: 1 }}>
        {news.data?.map(({ id, title, coverPicture, createDate, readTime }) => (
          <ListItem key={id} disablePadding>
            <ListItemButton onClick={() => show(id)} aria-haspopup="dialog" sx={{ px: 2, gap: 1.5 }}>
              <Avatar
                variant="rounded"
                alt=""
                {...(coverPicture == null ? {} : { src: coverPicture })}
                sx={{ width: 64, height: 44, bgcolor: 'action.hover', color: 'text.secondary' }}
              >
                <ArticleOutlined fontSize="small" />
              </Avatar>
              <ListItemText
                primary={title}
                secondary={
                  <Stack component="span" direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
                    <span>{dayText(createDate)}</span>
                    <Stack component="span" direction="row" sx={{ gap: 0.5, alignItems: 'center' }}>
                      <VisibilityOutlined sx={{ fontSize: 14 }} titleAccess={t('home:news.read')} />
                      {formatValue(readTime, i18n.language)}
                    </Stack>
                  </Stack>
                }
                slotProps={{
                  primary: {
                    variant: 'body2',
                    sx: { fontWeight: 550, overflow: 'hidden', display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2 },
                  },
                  secondary: { component: 'span', variant: 'caption' },
                }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {Number.isInteger(opened) && opened > 0 && (
        <Suspense fallback={null}>
          <ArticleDialog articleId={opened} onClose={() => show(null)} />
        </Suspense>
      )}
    </Section>
  )
}
