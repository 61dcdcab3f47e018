import { calls } from './calls.ts'
import { routes } from './routes.ts'

process.stdout.write(
  `${JSON.stringify({ routes: routes.map(({ path }) => path), calls: calls.map(({ method, path }) => ({ method, path })) }, null, 1)}\n`,
)
