import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { banner, type BannerRecord } from '#contract/home/banner'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { RecordForm } from '#src/crud/RecordForm.tsx'
import { useShown } from '#src/crud/useShown.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { OrderedList } from '#src/ui/OrderedList.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { AudienceInput } from './AudienceInput.tsx'
import { BannerRow } from './BannerRow.tsx'

const ALL = { query: { page: 1, size: 0 } }
const NEW = {}
const LAYOUT = [['title'], ['imageAddress'], ['content', 'typeFlag'], ['shownFrom', 'shownUntil'], ['roleIds'], ['enabledFlag']] as const
const INPUTS = { roleIds: AudienceInput }
const idOf = ({ bannerId }: BannerRecord) => bannerId

/** The banners of the enterprise in the order in which /home shows them. */
export default function BannersPage() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayCreate = usePermission(banner.codes.create) === true
  const mayEdit = usePermission(banner.codes.edit) === true
  const mayDelete = usePermission(banner.codes.delete) === true
  const list = useCall(banner.calls.page, ALL, { staleTime: 0 })
  const { edited, show } = useShown()
  const reread = () => void list.refetch()

  const remove = async (one: BannerRecord) => {
    const asked = { title: t('crud:deleteOne', { title: one.title }), text: t('crud:deleteText'), confirm: t('crud:delete') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const { bannerId: id, objectVersionNumber } = one
    const answer = await call(banner.calls.remove, { params: { id }, query: { objectVersionNumber } })
    reread()
    if (!isFailure(answer)) toast('success', t('crud:deleted'))
  }
  const order = async (ids: readonly number[]) => {
    const answer = await call(banner.actions.order, { body: { bannerIds: [...ids] } })
    await list.refetch()
    return !isFailure(answer)
  }
  const add = mayCreate && <AddButton onClick={() => show('edit', 'new')}>{t('home:banner.add')}</AddButton>
  const banners = list.data?.content
  return (
    <Page title={t('home:banner.title')} lead={t('home:banner.lead')} actions={add}>
      <Stack sx={{ gap: 2 }}>
        {list.isPending && <SkeletonList rows={3} height={96} />}
        {list.isError && <ErrorState title={t('home:banner.listFailed')} error={list.error} onRetry={reread} />}
        {banners?.length === 0 && (
          <EmptyState variant="noData" title={t('home:banner.none')} text={t('home:banner.noneText')} action={add} />
        )}
        {mayEdit && banners !== undefined && banners.length > 1 && <SecondaryText variant="caption">{t('home:banner.drag')}</SecondaryText>}
        {banners !== undefined && banners.length > 0 && (
          <OrderedList
            label={t('home:banner.title')}
            rows={banners}
            idOf={idOf}
            words={{
              earlier: ({ title }) => t('home:banner.earlier', { title }),
              later: ({ title }) => t('home:banner.laterOne', { title }),
              moved: ({ title }, nth) => t('home:banner.moved', { title, nth }),
            }}
            {...(mayEdit ? { onOrder: order } : {})}
            render={(one) => (
              <BannerRow
                of={one}
                onEdit={mayEdit ? () => show('edit', one.bannerId) : null}
                onRemove={mayDelete ? () => void remove(one) : null}
              />
            )}
          />
        )}
      </Stack>
      {edited !== undefined && (edited === 'new' ? mayCreate : mayEdit) && (
        <RecordForm
          key={edited}
          of={banner as never}
          id={edited === 'new' ? null : Number(edited)}
          initial={NEW}
          layout={LAYOUT}
          inputs={INPUTS}
          onClose={() => show('edit', null)}
          onSaved={() => {
            show('edit', null)
            reread()
          }}
        />
      )}
    </Page>
  )
}
