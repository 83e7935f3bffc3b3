import { homePage } from '../../web/home.ts';
import { homeModel } from './models.ts';
import { CURRENT_PERIOD, page } from './page.ts';

export default page({
  path: '/',
  shownPeriod: CURRENT_PERIOD,
  render: async ({ period, published }) => homePage(await homeModel(period, published)),
});
