import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { z } from 'zod'
import type { AnyResource } from '#contract/core/resource'
import type { RoutePath } from '#contract/routes'
import { useSettle } from '../forms/useSettle.ts'
import type { WordKey } from '../i18n/i18n.ts'
import { usePermission } from '../session/usePermission.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SkeletonPage } from '../ui/Skeletons.tsx'
import { useWindowTitle } from '../ui/windowTitle.ts'
import type { FormArrangement } from './arrangement.ts'
import { InBase, withinBase, type WorkedBase } from './InBase.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useRecord } from './useRecords.ts'
import { useWords } from './useWords.ts'

/** A form that has a page of its own: one page makes a record, another, with `:id` in its route, edits one. */
interface FormPage<R extends AnyResource> extends FormArrangement<R> {
  /** Where it goes when it is through. */
  readonly list: RoutePath
  /** What a new record of this page is; a record that is none of these is not edited here. */
  readonly always?: Partial<z.input<R['create']>>
  /** What it is called, where its resource has several forms. */
  readonly titles?: { readonly add: WordKey; readonly edit: WordKey }
}

/** A page that makes a record or edits one, for a list that is arranged with `pages`. */
export function recordFormPage<R extends AnyResource>(resource: R, given: FormPage<R>) {
  const of: AnyResource = resource
  const { form, inputs, list, titles, always = {} } = given as unknown as FormPage<AnyResource>
  const kept: Readonly<Record<string, unknown>> = always

  return function ResourceFormPage() {
    const asked = useParams().id
    const { title } = useWords(of)
    const may = usePermission(asked === undefined ? of.codes.create : of.codes.edit)
    const id = asked === undefined ? null : Number(/^[1-9]\d{0,14}$/.exec(asked)?.[0])
    const { record } = useRecord(of, may === true && id !== null && !Number.isNaN(id) ? id : null)
    if (may === undefined) return <SkeletonPage />
    if (!may) return <Nothing variant="pageNoPower" />
    if (Number.isNaN(id)) return <Nothing variant="pageNoPage" />
    if (record && Object.entries(kept).some(([name, value]) => record[name] !== value)) return <Nothing variant="pageNoPage" />
    return (
      <InBase of={of} title={title}>
        {(area) => <Form key={id} id={id} area={area} />}
      </InBase>
    )
  }

  function Form({ id, area }: { id: number | null; area: WorkedBase | null }) {
    const { t } = useTranslation()
    const { reread } = useSettle([of.calls.page, of.calls.get])
    const go = useNavigate()
    // No step back leads into a form that is through.
    const toList = () => void go(list, { replace: true })
    return (
      <RecordForm
        onPage
        title={titles && t(id === null ? titles.add : titles.edit)}
        of={of}
        id={id}
        initial={{ ...withinBase(of, area), ...kept }}
        layout={form}
        inputs={inputs}
        onClose={toList}
        onSaved={() => {
          reread()
          toList()
        }}
      />
    )
  }

  function Nothing({ variant }: { variant: 'pageNoPower' | 'pageNoPage' }) {
    const { t } = useTranslation()
    useWindowTitle('page', t(`frame:empty.${variant}`))
    return (
      <EmptyState
        page
        variant={variant}
        action={
          <Button variant="contained" component={Link} to={list}>
            {t('crud:toList')}
          </Button>
        }
      />
    )
  }
}
