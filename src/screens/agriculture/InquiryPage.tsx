import { useTranslation } from 'react-i18next'
import { type Inquiry, INQUIRY_STATES, inquiryCalls, WHOSE } from '#contract/agriculture/inquiry'
import { INQUIRY_ASK } from '#contract/agriculture/permission'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { useShown } from '#src/crud/useShown.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { AskDialog } from './AskDialog.tsx'
import { InquiryDrawer } from './InquiryDrawer.tsx'
import { useInquiryColumns } from './useInquiryColumns.tsx'

const EVERY = { page: 1, size: 0 }
const rowId = ({ inquiryId }: Inquiry) => inquiryId
const among = <Value extends string>(values: readonly Value[], given: string | undefined) => values.find((one) => one === given)

/** The inquiries of every base that the person sees: whoever answers has them all before them. */
export default function InquiryPage() {
  const { t } = useTranslation()
  const { area } = useArea()
  const mayAsk = usePermission(INQUIRY_ASK) === true
  const { opened, edited, show } = useShown()
  const areas = useCall(areaCalls.page, { query: EVERY }, { staleTime: 60_000 }).data?.content
  const list = useCallList(inquiryCalls.page, {
    name: 'inquiries',
    label: t('agriculture:inquiry.list'),
    filters: [
      { name: 'search', label: t('agriculture:inquiry.filter.search') },
      {
        name: 'state',
        label: t('agriculture:inquiry.filter.state'),
        options: INQUIRY_STATES.map((value) => ({ value, label: t(`agriculture:inquiry.state.${value}`) })),
      },
      {
        name: 'whose',
        label: t('agriculture:inquiry.filter.whose'),
        options: WHOSE.map((value) => ({ value, label: t(`agriculture:inquiry.whose.${value}`) })),
      },
      {
        name: 'areaId',
        label: t('agriculture:inquiry.filter.area'),
        options: (areas ?? []).map((one) => ({ value: String(one.areaId), label: one.areaName })),
      },
    ],
    asks: ({ search, areaId, ...chosen }) => {
      const state = among(INQUIRY_STATES, chosen.state)
      const whose = among(WHOSE, chosen.whose)
      return {
        ...(search ? { search: search.slice(0, 100) } : {}),
        ...(state ? { state } : {}),
        ...(whose ? { whose } : {}),
        ...(/^\d{1,15}$/.test(areaId ?? '') ? { areaId: Number(areaId) } : {}),
      }
    },
    failed: t('agriculture:inquiry.failed'),
    none: { title: t('agriculture:inquiry.none'), text: t('agriculture:inquiry.noneText') },
  })
  const columns = useInquiryColumns()
  const ask = mayAsk && <AddButton onClick={() => show('edit', 'new')}>{t('agriculture:inquiry.ask')}</AddButton>
  return (
    <Page title={t('agriculture:inquiry.title')} lead={t('agriculture:inquiry.lead')}>
      <CallList {...list} buttons={ask} rowId={rowId} columns={columns} onOpen={({ inquiryId }) => show('open', inquiryId)} />
      {opened > 0 && <InquiryDrawer key={opened} id={opened} onClose={() => show('open', null)} />}
      {mayAsk && edited === 'new' && (
        <AskDialog areaId={area?.areaId ?? null} onClose={() => show('edit', null)} onAsked={(id) => show('open', id)} />
      )}
    </Page>
  )
}
