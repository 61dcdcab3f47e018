import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { z } from 'zod'
import type { Call, PermissionCode } from '#contract/core/call'
import { useCall } from '#src/api/useCall.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useSaysBaseOf } from '#src/session/useSaysBaseOf.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import type { Tried } from './trial/tried.ts'
import { useTried } from './trial/useTried.ts'

/** What is written, tried and enabled: a rule, a flow. */
interface Program {
  readonly id: number
  readonly areaId: number
  readonly name: string
  /** Counts what decides what it does. */
  readonly version: number
  /** Counts every change, so that nobody's is lost. */
  readonly objectVersionNumber: number
}

/** What the form of a page is given. */
export interface Writing<Kept> {
  /** As it is kept; null where it is new. */
  readonly of: Kept | null
  readonly areaId: number
  readonly mayEdit: boolean
  /** The server holds another version than `of`. */
  readonly newer: boolean
  /** The dry run that is shown. */
  readonly tried: Tried | null
  readonly onTried: (tried: Tried) => void
  readonly onDirty: (dirty: boolean) => void
  readonly onSaved: (kept: Kept) => void
  /** Gives up what was written for what is there now. */
  readonly onReload: () => void
  readonly onCancel: () => void
}

interface Given<Kept extends Program> {
  readonly words: { readonly title: string; readonly new: string }
  /** The code of who may write one. */
  readonly edit: PermissionCode
  readonly get: Call<string, z.ZodUndefined, z.ZodUndefined, z.ZodType<Kept>>
  readonly pathOf: (id: number) => string
  /** Where all of them are listed. */
  readonly list: string
  /** What a dry run of it is held to be of. */
  readonly whatOf: (kept: Kept) => string | null
  /** How it stands. */
  readonly lead: (kept: Kept) => ReactNode
  /** What is done with it as it is kept. */
  readonly actions: (kept: Kept, page: { readonly dirty: boolean; readonly mayEdit: boolean; readonly toList: () => void }) => ReactNode
  readonly children: (writing: Writing<Kept>) => ReactNode
}

const NEW = 'new'

/** Something that is written, tried on the past and enabled, on a page of its own; or a new one. */
export function WrittenPage<Kept extends Program>(given: Given<Kept>) {
  const id = useParams().id ?? ''
  if (id === NEW) return <NewOne {...given} />
  return /^[1-9]\d{0,14}$/.test(id) ? <OldOne key={id} id={Number(id)} {...given} /> : <NotFoundPage />
}

function NewOne<Kept extends Program>({ words, edit, pathOf, list, whatOf, children }: Given<Kept>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { area, status, retry } = useArea()
  const { tried, setTried, saved } = useTried()
  const mayEdit = usePermission(edit)
  if (status === 'loading' || mayEdit === undefined) return <SkeletonPage />
  return (
    <Page title={words.new} lead={area?.areaName}>
      {!mayEdit ? (
        <EmptyState variant="pageNoPower" />
      ) : status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : area === null ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <Fragment key={area.areaId}>
          {children({
            of: null,
            areaId: area.areaId,
            mayEdit,
            newer: false,
            tried,
            onTried: setTried,
            onDirty: () => undefined,
            onSaved: (kept) => void navigate(pathOf(kept.id), { replace: true, state: saved(whatOf(kept), kept.version) }),
            onReload: () => undefined,
            onCancel: () => void navigate(list, { replace: true }),
          })}
        </Fragment>
      )}
    </Page>
  )
}

function OldOne<Kept extends Program>({
  id,
  words,
  edit,
  get,
  list,
  whatOf,
  lead,
  actions,
  children,
}: Omit<Given<Kept>, 'pathOf'> & { readonly id: number }) {
  const navigate = useNavigate()
  const mayEdit = usePermission(edit)
  const query = useCall(get, { params: { id } }, { staleTime: 0 })
  const [opened, setOpened] = useState<Kept | null>(null)
  // The form begins anew with each number.
  const [begun, setBegun] = useState(0)
  const [dirty, setDirty] = useState(false)
  const { tried, setTried, saved } = useTried()
  const newest = query.data
  useSaysBaseOf(newest?.areaId)
  // Nothing was written, or only how it stands has changed: what the server holds now is simply shown.
  if (newest && newest !== opened) {
    const isSame = opened?.objectVersionNumber === newest.objectVersionNumber
    if (opened === null || isSame || !dirty) setOpened(newest)
    if (opened !== null && !isSame && !dirty) setBegun(begun + 1)
  }
  if (!opened || mayEdit === undefined) return <Unread title={words.title} query={query} />
  const shown = newest ?? opened
  const toList = () => void navigate(list, { replace: true })
  return (
    <Page
      title={opened.name}
      windowTitle={`${opened.name} · ${words.title}`}
      lead={lead(shown)}
      actions={actions(shown, { dirty, mayEdit, toList })}
    >
      <Fragment key={begun}>
        {children({
          of: opened,
          areaId: opened.areaId,
          mayEdit,
          newer: newest !== undefined && newest.objectVersionNumber !== opened.objectVersionNumber,
          tried,
          onTried: setTried,
          onDirty: setDirty,
          onSaved: (kept) => {
            saved(whatOf(kept), kept.version)
            setOpened(kept)
          },
          onReload: () =>
            void query.refetch().then(({ data }) => {
              if (!data) return
              setOpened(data)
              setBegun((number) => number + 1)
            }),
          onCancel: toList,
        })}
      </Fragment>
    </Page>
  )
}
