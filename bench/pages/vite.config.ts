import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const page = (name: string) => resolve(import.meta.dirname, `${name}.html`)

/** The pages of the bench: bare ones, and Furrow's live layer with nothing else on the page. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    outDir: resolve(import.meta.dirname, '../../.cache/bench'),
    emptyOutDir: true,
    rollupOptions: {
      input: [page('bare'), page('bareCamera'), page('bareMap'), page('bareSeason'), page('bareTour'), page('bareTree'), page('furrow')],
    },
  },
})
