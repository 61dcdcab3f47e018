import { cleanup, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import home from '#locales/en-US/home' with { type: 'json' }
import { News } from '#src/screens/home/News.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

i18next.addResourceBundle('en-US', 'home', home)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('articles stand on the home page of a tenant that publishes them, and of no other (TENANT-05)', async () => {
  let consultFlag = 1
  const article = { consultId: 3, title: 'Frost tonight', coverPicture: null, uploadDate: 1, readTime: 2 }
  await signedIn(({ pathname }) => {
    if (pathname.endsWith('/tenant-consult')) return { consultFlag }
    return pathname.endsWith('/consult') && { content: [article], number: 1, size: 0, totalElements: 1 }
  })
  show(<News />)
  await screen.findByText('Frost tonight')
  cleanup()
  consultFlag = 0
  show(<News />)
  await waitFor(() => expect(screen.queryByText(home.news.title)).toBeNull())
})
