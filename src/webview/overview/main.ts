import '../shared/shared.css';
import './overview.css';
import { openPage } from './openPage.tsx';

openPage(acquireVsCodeApi());
