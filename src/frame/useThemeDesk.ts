import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defaultTheme, type MenuTheme } from '#contract/session/look'
import { readTheme, themeCalls } from '#contract/session/theme'
import { queryKeyOf, useCall, useCallMutation } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { showTheme } from '#src/theme/menuTheme.ts'
import { toast } from '#src/ui/toast.ts'
import { useTranslation } from 'react-i18next'

/** THEME-10: how long after a save its success is said and the theme is read again. */
const SAID_AFTER_MS = 1000

/** Shows the look that the person saved in this tenant; the default where there is none. A failure is not shown (ERRORS-08). */
export function useSavedTheme(): MenuTheme {
  const { self, tenantId } = useSession()
  const userId = self?.id ?? 0
  const { data } = useCall(
    themeCalls.get,
    { params: { t: tenantId, userId } },
    { enabled: self != null, staleTime: Number.POSITIVE_INFINITY, select: ({ theme }) => theme },
  )
  useEffect(() => {
    if (data != null) showTheme(readTheme(data), { keep: true })
  }, [data])
  return data == null ? defaultTheme : readTheme(data)
}

/** Saves a look; `saving` until its success was said. */
export function useSaveTheme(): { saving: boolean; save: (theme: MenuTheme, open: boolean) => Promise<boolean> } {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { self, tenantId } = useSession()
  const userId = self?.id ?? 0
  const saving = useCallMutation(themeCalls.save, {
    onSuccess: async () => {
      await new Promise((resolve) => setTimeout(resolve, SAID_AFTER_MS))
      toast('success', t('frame:tip.saved'))
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(themeCalls.get) })
    },
  })
  return {
    saving: saving.isPending,
    save: (theme, open) =>
      saving
        .mutateAsync({ params: { t: tenantId }, body: { userId, open: open ? 1 : 0, theme: JSON.stringify(theme) } })
        .then(() => true)
        // Its tip was shown; what was chosen stays in the drawer.
        .catch(() => false),
  }
}
