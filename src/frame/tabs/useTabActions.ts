import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { useTabStore } from './Panes.tsx'
import { stripOf } from './tabs.ts'

export interface TabActions {
  readonly refresh: (key: string) => void
  readonly close: (key: string) => void
  readonly closeOthers: (key: string) => void
  readonly closeAll: () => void
}

/** What can be done with the tabs; each asks before it loses typed text. */
export function useTabActions(): TabActions {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const store = useTabStore()
  const confirm = useConfirm()
  const navigate = useNavigate()
  return useMemo(() => {
    async function losing(keys: readonly string[], act: () => string | null): Promise<void> {
      const unsaved = store.unsaved()
      const asked = keys.some((key) => unsaved.has(key))
      if (
        asked &&
        !(await confirm({ title: t('crud:leave.title'), text: t('crud:leave.text'), confirm: t('crud:leave.leave'), color: 'error' }))
      )
        return
      let to: string | null = null
      // The pane is gone before the address changes: a form in it has nothing left to ask about.
      flushSync(() => {
        to = act()
      })
      if (to != null) await navigate(to)
    }
    const others = (key: string | null) => stripOf(store.get()).flatMap((tab) => (tab.key === key ? [] : [tab.key]))
    return {
      refresh: (key) =>
        void losing([key], () => {
          // The page made anew reads everything anew.
          void queryClient.invalidateQueries({ refetchType: 'none' })
          store.refresh(key)
          return null
        }),
      close: (key) => void losing([key], () => store.close(key)),
      closeOthers: (key) => void losing(others(key), () => store.closeOthers(key)),
      closeAll: () =>
        void losing(
          store.get().list.map(({ key }) => key),
          store.closeAll,
        ),
    }
  }, [t, store, confirm, navigate, queryClient])
}
