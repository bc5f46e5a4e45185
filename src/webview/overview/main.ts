import '../shared/shared.css';
import './overview.css';
import { openOverviewPage } from './openPage.tsx';

openOverviewPage(acquireVsCodeApi());
